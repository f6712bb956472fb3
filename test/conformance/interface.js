/**
 * Every row of the service interface, by section. A row without a test fails, and so does a test without a row, so
 * that the tests cover exactly this list.
 */
const list = (text) => text.split(/\s*[,\n]\s*/).filter(Boolean)

const section = (number, title, rows) => ({ number, title, rows: list(rows) })

export const sections = [
  section(
    '2.1',
    'Processing request',
    `JSON body, multipart form-data, url, urls, target, width, height, min_length, max_length
    generative_upscale, upscale_strength, upscale_parameters, fit, padding, enhancements
    denoise_parameters, deblur_parameters, light_parameters, color_parameters
    white_balance_parameters, face_enhance_parameters, background, print_size, dpi
    print_reorientation, caption, output_format, quality, max_file_size, safe, nsfw_parameters
    preset, model_type and adapter_type, webhooks, webhook_url, placement, image_app`,
  ),
  section(
    '2.2',
    'Fit and padding',
    `canvas, canvas: outpainting, crop, bounds, cover, crop: center, crop: content, crop: item
    width and height, padding 20%, frame identification`,
  ),
  section(
    '2.3',
    'Enhancements',
    `denoise, deblur, clean, face_enhance, light, color, white_balance, exposure_correction
    face_enhance_parameters.type, face_enhance_parameters.level
    face_enhance_parameters.smoothing_level, face_enhance_parameters.smothing_level`,
  ),
  section(
    '2.4',
    'Levels of upscale_strength',
    `strength 1, strength 2, strength 3, strength 4, strength 5, strength 6, strength 7
    strength 8, strength 9, strength beyond, guided by a prompt`,
  ),
  section(
    '2.5',
    'Background',
    `remove: auto, remove: v2, remove: human, remove: item, remove: generative, prompt, color
    replace, model_type, description, sample_num, adapter_type, face_id
    controlnet_conditioning_scale, item_area_percentage, generate.color, background_url
    position, generation_type, avatar_generation_type, ip_image2, context_images
    adapter_type: generate_background, adapter_type: face, adapter_type: control
    adapter_type: control2, adapter_type: upscale, adapter_type: inpainting
    adapter_type: img2img, text to image, placement.coordinates, placement.width
    placement.height, placement.rotation, placement.fit, placement with wrong values
    outpainting without a prompt`,
  ),
  section(
    '2.6',
    'Caption',
    `caption.url, caption.position, caption.target_width_percentage, caption.padding
    caption.opacity`,
  ),
  section(
    '2.7',
    'Presets and templates',
    `auto_enhance_pro, auto_enhance_modelq, auto_enhance_klein9b, auto_enhance
    auto_enhance_generative, enhance_document, real_estate, real_estate_upscaled, ecommerce
    ecommerce_upscaled, auto-enhance size logic, jewelry-accessories-*, fashion-apparel-*
    beauty-cosmetics-*, electronics-gadgets-*, home-living-*, food-beverage-*, automotive-*
    main-product-images-*, lifestyle-scenes-*, detail-and-macro-*, creative names
    solid-colors-*`,
  ),
  section('2.8', 'Job and result record', 'job, status, result_url, results'),
  section(
    '2.9',
    'Account record',
    'credits, username, email, api_key, language, webhooks, address',
  ),
  section(
    '2.10',
    'Storage',
    `storage://<name>/<path>, not through the API, object storage, cloud file storages
    a document drive takes no folders`,
  ),
  section(
    '2.11',
    'Input formats',
    `BLP, BMP, DDS, DIB, EPS, GIF, ICNS, ICO, IM, JPEG, JPEG 2000, MSP, PCX, PNG, PPM, SGI
    SPIDER, TGA, TIFF, XBM, CUR, DCX, FITS, FLI, FLC, FPX, FTEX, GBR, GD, IMT, IPTC/NAA
    MCIDAS, MIC, MPO, PCD, PIXAR, PSD, SUN, WAL, WMF, EMF, XPM, WEBP, CR2, NEF`,
  ),
  section('3', 'States', 'received, not_started, in_progress, complete, any other status'),
  section(
    '4',
    'Endpoints',
    `POST process_result, POST process, GET result, DELETE result, GET me and POST me
    base64 input, storage paths, only a target, only a url, drive paths
    other methods and paths, result files`,
  ),
  section('5', 'Authentication', 'x-api-key, without a key, an unknown key, storage access'),
  section(
    '6',
    'Events',
    `webhooks.complete, webhook_url, webhooks of the account, payload: job, payload: data
    payload: result_url, payload: results, emitted by process and process_result, retries`,
  ),
  section(
    '7',
    'Errors',
    `a request without a key, a picture that is not safe, folders, a wrong value
    a body that is no JSON, a body that is no object, an unknown content type
    what is no picture, an unknown field, a source that is not there, a source without CORS
    CORS of the answers`,
  ),
  section(
    '8',
    'Limits',
    `wait of process_result, AI upscale, generative upscale, generative background
    face enhancement, item_area_percentage, controlnet_conditioning_scale, upscale_strength
    opacity, dpi default, auto-enhance output width, size of a result, folder processing`,
  ),
  section(
    '9',
    'Versioning',
    `path prefix, denoise_parameters.type and deblur_parameters.type, upscale_parameters.type`,
  ),
]
