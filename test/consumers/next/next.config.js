export default { output: 'export', reactStrictMode: true }
