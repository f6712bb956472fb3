'use client'
import { createDarkroom } from 'darkroom-web'
import { useEffect } from 'react'
import { upscale } from '../page.js'

export default function Page() {
  // StrictMode calls it twice in development: each call has a Darkroom of its own.
  useEffect(() => void upscale(createDarkroom), [])
  return <h1>Next</h1>
}
