"""The networks. All but `Mean` and `CUNet` end in fp32 `input - what they found`, and need nothing but Conv, Relu, Add, Sub,
DepthToSpace (`PooledU` also Mul, MaxPool, Resize, and `CUNet` LeakyRelu).

A 6x6 convolution of stride 2 is a pixel-unshuffle by 2 followed by a 3x3 convolution: nearly all work happens at half
resolution, a quarter of the cost. There is no normalisation, and tiles begin at multiples of the `multiple`, so that they
agree with the whole picture.
"""

import torch
from torch import nn


class Pair(nn.Module):
    """Two convolutions around a ReLU, added to their input."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.relu = nn.ReLU(inplace=True)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        nn.init.kaiming_normal_(self.first.weight)
        nn.init.kaiming_normal_(self.second.weight)
        with torch.no_grad():
            self.second.weight.mul_(0.1)  # a deep stack of them starts near the identity

    def forward(self, pixels):
        return pixels + self.second(self.relu(self.first(pixels)))


def conv(inputs, outputs):
    return nn.Conv2d(inputs, outputs, 3, padding=1)


def quiet(unpack):
    """The last layer, small, so that a network starts near the identity."""
    with torch.no_grad():
        unpack.convolution.weight.mul_(0.1)
    return unpack


def pairs(count, channels):
    return nn.Sequential(*[Pair(channels) for _ in range(count)])


class Unpack(nn.Module):
    """A convolution to `channels` at twice the resolution."""

    def __init__(self, inputs, channels, size):
        super().__init__()
        self.convolution = nn.Conv2d(inputs, channels * 4, size, padding=size // 2)
        self.shuffle = nn.PixelShuffle(2)

    def forward(self, pixels):
        return self.shuffle(self.convolution(pixels))


class Plain(nn.Module):
    """Residual pairs at half resolution. Sizes must be multiples of 2; it sees 2 * (2 * depth + 2) px to each side."""

    multiple = 2

    def __init__(self, channels=80, depth=6):
        super().__init__()
        self.head = nn.Conv2d(3, channels, 6, stride=2, padding=2)
        self.body = pairs(depth, channels)
        self.tail = quiet(Unpack(channels, 3, 3))

    def forward(self, pixels):
        return pixels - self.tail(self.body(self.head(pixels)))


class U(nn.Module):
    """Residual pairs at a half, a quarter and an eighth of the resolution. Sizes must be multiples of 8."""

    multiple = 8
    channels = 48, 96, 144

    def __init__(self):
        super().__init__()
        half, quarter, eighth = self.channels
        self.head = nn.Conv2d(3, half, 6, stride=2, padding=2)
        self.half_down = pairs(2, half)
        self.to_quarter = nn.Conv2d(half, quarter, 2, stride=2)
        self.quarter_down = pairs(2, quarter)
        self.to_eighth = nn.Conv2d(quarter, eighth, 2, stride=2)
        self.middle = pairs(3, eighth)
        self.from_eighth = Unpack(eighth, quarter, 1)
        self.quarter_up = pairs(2, quarter)
        self.from_quarter = Unpack(quarter, half, 1)
        self.half_up = pairs(2, half)
        self.tail = quiet(Unpack(half, 3, 3))

    def forward(self, pixels):
        half = self.half_down(self.head(pixels))
        quarter = self.quarter_down(self.to_quarter(half))
        eighth = self.middle(self.to_eighth(quarter))
        quarter = self.quarter_up(self.from_eighth(eighth) + quarter)
        return pixels - self.tail(self.half_up(self.from_quarter(quarter) + half))


class PooledU(nn.Module):
    """The U of Open Image Denoise (filter RT, without albedo and normals), named as there: down to a 16th by pooling.

    `more`: channels of the input beside the picture's, whose kernels start at 0.
    """

    def __init__(self, more=0):
        super().__init__()
        inputs = 3 + more
        self.enc_conv0, self.enc_conv1 = conv(inputs, 32), conv(32, 32)
        self.enc_conv2, self.enc_conv3, self.enc_conv4 = conv(32, 48), conv(48, 64), conv(64, 80)
        self.enc_conv5a, self.enc_conv5b = conv(80, 96), conv(96, 96)
        self.dec_conv4a, self.dec_conv4b = conv(96 + 64, 112), conv(112, 112)
        self.dec_conv3a, self.dec_conv3b = conv(112 + 48, 96), conv(96, 96)
        self.dec_conv2a, self.dec_conv2b = conv(96 + 32, 64), conv(64, 64)
        self.dec_conv1a, self.dec_conv1b = conv(64 + inputs, 64), conv(64, 32)
        self.dec_conv0 = conv(32, 3)
        self.relu, self.pool, self.up = nn.ReLU(), nn.MaxPool2d(2), nn.Upsample(scale_factor=2)

    def take(self, constants):
        """`constants`: name -> array, as `oidn.py` fetches them."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                value = torch.from_numpy(constants[name])
                parameter.zero_()
                parameter[tuple(slice(size) for size in value.shape)] = value

    def forward(self, pixels):
        half = self.pool(self.relu(self.enc_conv1(self.relu(self.enc_conv0(pixels)))))
        quarter = self.pool(self.relu(self.enc_conv2(half)))
        eighth = self.pool(self.relu(self.enc_conv3(quarter)))
        least = self.pool(self.relu(self.enc_conv4(eighth)))
        least = self.relu(self.enc_conv5b(self.relu(self.enc_conv5a(least))))
        eighth = self.relu(self.dec_conv4a(torch.cat([self.up(least), eighth], 1)))
        eighth = self.relu(self.dec_conv4b(eighth))
        quarter = self.relu(self.dec_conv3a(torch.cat([self.up(eighth), quarter], 1)))
        quarter = self.relu(self.dec_conv3b(quarter))
        half = self.relu(self.dec_conv2a(torch.cat([self.up(quarter), half], 1)))
        half = self.relu(self.dec_conv2b(half))
        whole = self.relu(self.dec_conv1a(torch.cat([self.up(half), pixels], 1)))
        return self.dec_conv0(self.relu(self.dec_conv1b(whole)))


class Mean(nn.Module):
    """The mean of the outputs of two networks: one like v1, and a U that sees the input and the first one's output.

    Training starts with the weights of v1 and of Open Image Denoise, and goes on with both. Sizes must be multiples of 16.
    """

    multiple = 16

    def __init__(self):
        super().__init__()
        self.first = Plain()
        self.second = PooledU(more=3)

    def forward(self, pixels):
        first = self.first(pixels)
        return (first + self.second(torch.cat([pixels, first], 1))) * 0.5


def leaky(convolution):
    return nn.Sequential(convolution, nn.LeakyReLU(0.1))


def two(inputs, middle, outputs):
    return nn.Sequential(leaky(conv(inputs, middle)), leaky(conv(middle, outputs)))


def halved(channels):
    return leaky(nn.Conv2d(channels, channels, 2, stride=2))


def doubled(channels):
    return leaky(Unpack(channels, channels, 1))


class CUNet(nn.Module):
    """Two Us, of which the second finds what the first left: CUNet of waifu2x without its squeeze and excitation, which
    look at the mean of a whole tile. Sizes must be multiples of 4.
    """

    multiple = 4

    def __init__(self):
        super().__init__()
        self.a_down, self.a_halved, self.a_half = two(3, 32, 64), halved(64), two(64, 128, 64)
        self.a_doubled, self.a_up, self.a_tail = doubled(64), leaky(conv(64, 64)), conv(64, 3)
        self.b_down, self.b_halved, self.b_half_down = two(3, 32, 64), halved(64), two(64, 64, 128)
        self.b_quartered, self.b_quarter, self.b_half = halved(128), two(128, 256, 128), doubled(128)
        self.b_half_up, self.b_doubled = two(128, 64, 64), doubled(64)
        self.b_up, self.b_tail = leaky(conv(64, 64)), conv(64, 3)

    def take(self, constants):
        """`constants`: name -> array, as `waifu2x.py` fetches them."""
        self.load_state_dict({name: torch.from_numpy(constants[name]) for name in self.state_dict()})

    def forward(self, pixels):
        whole = self.a_down(pixels)
        half = self.a_half(self.a_halved(whole))
        first = self.a_tail(self.a_up(whole + self.a_doubled(half)))
        whole = self.b_down(first)
        half = self.b_half_down(self.b_halved(whole))
        half = self.b_half_up(half + self.b_half(self.b_quarter(self.b_quartered(half))))
        return first + self.b_tail(self.b_up(whole + self.b_doubled(half)))


def span_key(name):
    """A name of the ONNX file as a parameter's: without dots, and no attribute of its container."""
    return "span/" + name.replace(".", "/")


class Span(nn.Module):
    """SPAN x4 (Wan et al., 2023) as `models/build/span.py` draws it; parameters are named as in its ONNX file."""

    multiple = 1
    blocks = 6

    def __init__(self, constants):
        """`constants`: name -> array, the initializers of models/span-x4/model.onnx."""
        super().__init__()
        self.values = nn.ParameterDict(
            {span_key(name): nn.Parameter(torch.from_numpy(value.copy())) for name, value in constants.items()}
        )
        for name in ("mean", "half"):
            self.values[span_key(name)].requires_grad_(False)

    def convolve(self, pixels, name):
        kernel, bias = (self.values.get(span_key(f"{name}.{part}")) for part in ("kernel", "bias"))
        return nn.functional.conv2d(pixels, kernel, bias, padding=kernel.shape[-1] // 2)

    def forward(self, pixels):
        silu = nn.functional.silu
        entry = features = self.convolve(pixels - self.values[span_key("mean")], "entry")
        outputs = []
        for number in range(1, self.blocks + 1):
            middle = silu(self.convolve(features, f"block{number}.first"))
            third = self.convolve(silu(self.convolve(middle, f"block{number}.second")), f"block{number}.third")
            features = (third + features) * (torch.sigmoid(third) - 0.5)
            outputs.append(features)
        last = self.convolve(features, "last")
        total = self.convolve(entry, "join.entry") + self.convolve(outputs[0], "join.block1")
        total = total + self.convolve(middle, f"join.block{self.blocks}.first.swish") + self.convolve(last, "join.last")
        return nn.functional.pixel_shuffle(self.convolve(total, "packed"), 4)
