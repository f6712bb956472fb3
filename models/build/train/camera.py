"""A camera: what a photograph looked like on the sensor, the noise that was there, and what the camera makes of it.

After T. Brooks et al., "Unprocessing images for learned raw denoising" (CVPR 2019). Without noise and mosaic `develop` undoes
`unprocess`. Pictures are float32 [n, 3, height, width] in 0..1, a mosaic [n, 1, height, width]; sizes are even.
"""

import torch
from torch.nn import functional

RGB_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
XYZ_TO_CAMERA = (  # of four cameras, as raw converters know them
    ((1.0234, -0.2969, -0.2266), (-0.5625, 1.6328, -0.0469), (-0.0703, 0.2188, 0.6406)),
    ((0.4913, -0.0541, -0.0202), (-0.6130, 1.3513, 0.2906), (-0.1564, 0.2151, 0.7183)),
    ((0.8380, -0.2630, -0.0639), (-0.2887, 1.0725, 0.2496), (-0.0627, 0.1427, 0.5438)),
    ((0.6596, -0.2079, -0.0562), (-0.4782, 1.3016, 0.1933), (-0.0970, 0.1581, 0.5181)),
)
GAMMA = 2.2
CLIPPED = 0.9  # from this brightness on, the gains of what was clipped are not taken back


class Camera:
    """The colours and gains of `count` cameras, drawn by chance."""

    def __init__(self, count, chance):
        shares = chance.uniform(count * 4, 1e-8, 1).view(count, 4, 1, 1)
        cameras = torch.tensor(XYZ_TO_CAMERA, device=chance.device)
        mixed = (cameras * shares).sum(1) / shares.sum(1)
        to_camera = mixed @ torch.tensor(RGB_TO_XYZ, device=chance.device)
        self.to_camera = to_camera / to_camera.sum(2, keepdim=True)
        self.from_camera = torch.linalg.inv(self.to_camera)
        red, blue = chance.uniform(count, 1.9, 2.4), chance.uniform(count, 1.5, 1.9)
        exposure = 1 / (0.8 + 0.1 * chance.normal((count,))).clamp(0.5, 1.1)
        self.gains = (torch.stack([red, torch.ones_like(red), blue], 1) * exposure[:, None])[:, :, None, None]

    def light(self, pixels):
        """The inverse of `shown`."""
        toned = 0.5 - torch.sin(torch.asin(1 - 2 * pixels.clamp(0, 1)) / 3)
        return toned.clamp(min=1e-8) ** GAMMA

    def shown(self, light):
        """Gamma and tone curve of linear light."""
        values = light.clamp(min=1e-8) ** (1 / GAMMA)
        return 3 * values**2 - 2 * values**3

    def unprocess(self, pixels):
        """What the sensor saw: linear light in the camera's own colours, [n, 3, height, width]."""
        linear = mix(self.light(pixels), self.to_camera)
        grey = linear.mean(1, keepdim=True)
        clipped = ((grey - CLIPPED).clamp(min=0) / (1 - CLIPPED)) ** 2
        taken = 1 / self.gains
        return (linear * torch.maximum(clipped + (1 - clipped) * taken, taken)).clamp(0, 1)

    def develop(self, mosaic, demosaic):
        """A mosaic to sRGB: white balance, the missing colours, the colours of sRGB, gamma, tone curve."""
        red, green, blue = sites(mosaic)
        balanced = mosaic * (self.gains[:, :1] * red + self.gains[:, 1:2] * green + self.gains[:, 2:] * blue)
        return self.shown(mix(demosaic(balanced.clamp(0, 1)).clamp(0, 1), self.from_camera).clamp(0, 1))


def mix(pixels, matrices):
    return torch.einsum("noc,nchw->nohw", matrices, pixels)


def sites(mosaic):
    """Where the sensor has red, green and blue: 1 or 0 for each pixel of the pattern RGGB."""
    rows = torch.arange(mosaic.shape[2], device=mosaic.device)[:, None] % 2
    columns = torch.arange(mosaic.shape[3], device=mosaic.device) % 2
    return (rows + columns == 0).float(), (rows != columns).float(), (rows + columns == 2).float()


def sample(pixels):
    """One colour at each pixel, [n, 1, height, width]."""
    return sum(pixels[:, i : i + 1] * site for i, site in enumerate(sites(pixels)))


def filtered(mosaic, kernel):
    down, across = len(kernel) // 2, len(kernel[0]) // 2
    weights = torch.tensor(kernel, device=mosaic.device, dtype=mosaic.dtype)[None, None]
    return functional.conv2d(functional.pad(mosaic, [across, across, down, down], mode="reflect"), weights)


def bilinear(mosaic):
    """The mean of the nearest pixels that have the colour."""
    red, green, blue = sites(mosaic)
    cross = ((0, 0.25, 0), (0.25, 1, 0.25), (0, 0.25, 0))
    square = ((0.25, 0.5, 0.25), (0.5, 1, 0.5), (0.25, 0.5, 0.25))
    return torch.cat([filtered(mosaic * red, square), filtered(mosaic * green, cross), filtered(mosaic * blue, square)], 1)


ACROSS = ((0, 0, 0.5, 0, 0), (0, -1, 0, -1, 0), (-1, 4, 5, 4, -1), (0, -1, 0, -1, 0), (0, 0, 0.5, 0, 0))
DOWN = tuple(zip(*ACROSS))
DIAGONAL = ((0, 0, -1.5, 0, 0), (0, 2, 0, 2, 0), (-1.5, 0, 6, 0, -1.5), (0, 2, 0, 2, 0), (0, 0, -1.5, 0, 0))
GREEN = ((0, 0, -1, 0, 0), (0, 0, 2, 0, 0), (-1, 2, 4, 2, -1), (0, 0, 2, 0, 0), (0, 0, -1, 0, 0))


def gradients(mosaic):
    """Bilinear, corrected by the gradient of the colour that is there: H. Malvar et al., ICASSP 2004."""
    red, green, blue = sites(mosaic)
    rows = (torch.arange(mosaic.shape[2], device=mosaic.device)[:, None] % 2 == 0).float()
    across, down, diagonal = (filtered(mosaic, kernel) / 8 for kernel in (ACROSS, DOWN, DIAGONAL))
    at_green = green * mosaic + (red + blue) * filtered(mosaic, GREEN) / 8
    at_red = red * mosaic + blue * diagonal + green * (rows * across + (1 - rows) * down)
    at_blue = blue * mosaic + red * diagonal + green * (rows * down + (1 - rows) * across)
    return torch.cat([at_red, at_green, at_blue], 1)


def photograph(pixels, shot, chance):
    """Takes the picture again with a sensor of shot noise `shot` [n] (its variance at the brightness 1) and the read noise of
    such sensors; half of the batch is demosaiced by `gradients`, half by `bilinear`."""
    count = len(pixels)
    camera = Camera(count, chance)
    read = torch.exp(2.18 * shot.log() + 1.2 + 0.26 * chance.normal((count,)))
    raw = sample(camera.unprocess(pixels))
    variance = raw * shot.view(-1, 1, 1, 1) + read.view(-1, 1, 1, 1)
    raw = raw + chance.normal(raw.shape) * variance.sqrt()
    simple = chance.happens(count, 0.5).view(-1, 1, 1, 1)
    return torch.where(simple, camera.develop(raw, bilinear), camera.develop(raw, gradients))
