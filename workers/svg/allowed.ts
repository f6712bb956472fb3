const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Elements that a page may draw itself, if they are few. */
export const elements = words(`
  a circle clipPath defs desc ellipse filter foreignObject g image line linearGradient marker mask
  metadata midPointStop path pattern polygon polyline radialGradient rect stop style svg switch
  symbol text title tspan use feBlend feColorMatrix feComponentTransfer feComposite feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset`)

/** Elements that are drawn only where others refer to them. */
export const undrawn = words(`
  clipPath defs desc filter foreignObject linearGradient marker mask metadata pattern radialGradient
  style symbol title`)

export const shapes = words('circle ellipse image line path polygon polyline rect text tspan')

/** In CSS or as attributes. */
export const properties = words(`
  alignment-baseline background background-color baseline-shift block-progression clip-path
  clip-rule color color-interpolation color-interpolation-filters color-rendering cursor cx cy
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flex
  flood-color flood-opacity font font-family font-feature-settings font-kerning font-size
  font-size-adjust font-stretch font-style font-variant font-variant-alternates font-variant-caps
  font-variant-east-asian font-variant-ligatures font-variant-numeric font-variant-position
  font-variation-settings font-weight height image-rendering isolation letter-spacing line-height
  margin marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events position r rx ry shape-padding shape-rendering solid-color
  solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor
  text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent
  text-orientation text-rendering text-transform transform transform-origin unicode-bidi user-select
  vector-effect vertical-align visibility white-space width word-spacing writing-mode x y z-index`)

/** The others that are no properties of CSS, without namespace. */
export const attributes = words(`
  amplitude baseProfile class clipPathUnits collect color-profile contentScriptType contentStyleType
  cx cy d dx dy exponent filterUnits focusable fr fx fy gradientTransform gradientUnits height href
  id in in2 intercept k1 k2 k3 k4 lang markerHeight markerUnits markerWidth maskContentUnits
  maskUnits media method mode name offset operator orient patternContentUnits patternTransform
  patternUnits points preserveAspectRatio primitiveUnits r refX refY requiredExtensions
  requiredFeatures result role rotate rx ry slope space spacing spreadMethod stdDeviation style
  systemLanguage tabindex tableValues target title type values version viewBox width x x1 x2 xmlns y
  y1 y2 zoomAndPan`)
