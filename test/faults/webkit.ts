const value = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
Object.defineProperty(navigator, 'userAgent', { value })
