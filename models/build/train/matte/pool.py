"""All training pictures in the memory of the device."""

import random
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from limbs import with_raised_arms

cv2.setNumThreads(0)

S = 448  # side of what the network reads
KINDS = ("street", "people", "various", "limbs", "halves", "things", "bsds500")


def decoded(item):
    image = cv2.imdecode(np.frombuffer(item["image"], np.uint8), cv2.IMREAD_COLOR)
    mask = cv2.imdecode(np.frombuffer(item["mask"], np.uint8), cv2.IMREAD_GRAYSCALE)
    return image, cv2.resize(mask, image.shape[1::-1])


def stored(kind, person, image, mask, size):
    """RGB and mask of S x S, the box of the subject and its natural proportions."""
    image, mask = (cv2.resize(a, (S, S), interpolation=cv2.INTER_LINEAR) for a in (image, mask))
    x, y, w, h = cv2.boundingRect((mask > 24).astype(np.uint8))
    return kind, person, np.dstack([image[:, :, ::-1], mask]), (x, y, max(w, 8), max(h, 8)), size[0] * max(w, 8) / (size[1] * max(h, 8))


def load(item):
    image, mask = decoded(item)
    return stored(item["kind"], item["person"], image, mask, item["size"])


def drawn_once(item):
    """The same picture is cut and given the same limbs each time, so that figures can be compared."""
    random.seed(len(item["image"]))
    return decoded(item)


def load_limbs(item):
    image, mask = drawn_once(item)
    w, h = item["size"]
    scale = S / max(w, h)
    image, mask = (cv2.resize(a, (round(w * scale), round(h * scale))) for a in (image, mask))
    image, mask = with_raised_arms(image, mask)
    return stored("limbs", 1, image, mask, image.shape[1::-1])


def load_half(item):
    """A person cut at the waist or the hips, half of them with raised arms: what photographs of people mostly show."""
    image, mask = drawn_once(item)
    w, h = item["size"]
    scale = 1.5 * S / max(w, h)
    image, mask = (cv2.resize(a, (round(w * scale), round(h * scale))) for a in (image, mask))
    if random.random() < 0.5:
        image, mask = with_raised_arms(image, mask)
    x, y, w, h = cv2.boundingRect((mask > 24).astype(np.uint8))
    # Of the box, arms included: the head is an eighth of a person.
    end = y + round(h * random.uniform(0.35, 0.65))
    return stored("halves", 1, image[:end], mask[:end], (image.shape[1], end))


class Pool:
    """Pictures on the device; `held_out` picks the development set."""

    def __init__(self, pictures, device, held_out, limbs=440, halves=320, workers=16):
        items = [item for item in pictures if item["held_out"] == held_out]
        people = [item for item in items if item["kind"] == "street"]
        with ProcessPoolExecutor(workers) as pool:
            loaded = list(pool.map(load, items, chunksize=8)) + list(pool.map(load_limbs, people[:limbs], chunksize=8)) + list(pool.map(load_half, people[-halves:], chunksize=8))
        self.device = device
        self.kinds = [kind for kind, *_ in loaded]
        self.pixels = torch.from_numpy(np.stack([values for _, _, values, *_ in loaded])).permute(0, 3, 1, 2).contiguous().to(device)
        self.boxes = torch.tensor([box for *_, box, _ in loaded], dtype=torch.float32, device=device) / S
        self.proportions = torch.tensor([ratio for *_, ratio in loaded], dtype=torch.float32, device=device)
        self.person = torch.tensor([float(person) for _, person, *_ in loaded], device=device)
        self.of = {kind: torch.tensor([i for i, other in enumerate(self.kinds) if other == kind], device=device) for kind in KINDS}
        # Soft enough to see at a glance where a window has no subject.
        self.glance = torch.cat([F.adaptive_avg_pool2d(part.float() / 255, 64) for part in self.pixels[:, 3:].split(256)])

    def pick(self, shares, count):
        """Indices of pictures, by the shares of their kinds."""
        kinds = torch.multinomial(torch.tensor(list(shares.values())), count, replacement=True)
        counts = torch.bincount(kinds, minlength=len(shares)).tolist()
        chosen = [self.of[kind][torch.randint(len(self.of[kind]), (n,), device=self.device)] for kind, n in zip(shares, counts)]
        return torch.cat(chosen)[torch.randperm(count, device=self.device)]

    def values(self, index):
        return self.pixels[index].float() / 255
