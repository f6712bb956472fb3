import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

/** Stands in for the shop's server: reads what is uploaded and answers with its size. */
const shop = {
  name: 'shop',
  configureServer: ({ middlewares }) => {
    middlewares.use('/upload', async (request, response) => {
      let bytes = 0
      for await (const chunk of request) bytes += chunk.length
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ bytes }))
    })
  },
}

export default defineConfig({ plugins: [vue(), shop] })
