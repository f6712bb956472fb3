"""What known networks answer to the training pictures: soft masks to train on, as 8-bit PNGs of SIZE x SIZE.

  python teachers.py u2netp=MODEL.onnx u2net=u2net.onnx isnet=isnet.onnx --out FOLDER --pictures FOLDER [FOLDER ...]

A picture whose answer exists is skipped, so that the command goes on where it stopped.
"""
import argparse, glob, os
import cv2, numpy as np, onnxruntime as ort

cv2.setNumThreads(1)
MEAN, DEVIATION = np.float32([.485, .456, .406]), np.float32([.229, .224, .225])

def session(path):
    o = ort.SessionOptions(); o.intra_op_num_threads = 1; o.inter_op_num_threads = 1
    o.add_session_config_entry('session.intra_op.allow_spinning', '0')
    return ort.InferenceSession(path, o, providers=['CPUExecutionProvider'])

def answer(net, kind, bgr, size):
    side = 1024 if kind == 'isnet' else 320
    x = cv2.resize(bgr, (side, side), interpolation=cv2.INTER_AREA)[:, :, ::-1].astype(np.float32)
    x = x / 255 - .5 if kind == 'isnet' else (x / max(1, x.max()) - MEAN) / DEVIATION
    y = net.run(None, {net.get_inputs()[0].name: x.transpose(2, 0, 1)[None].astype(np.float32)})[0][0, 0]
    # As published: each answer is stretched to 0..1. Where nothing stands out that would invent a subject.
    y = (y - y.min()) / max(1e-6, y.max() - y.min()) if y.max() > .3 else y
    return cv2.resize(y, (size, size), interpolation=cv2.INTER_AREA)

if __name__ == '__main__':
    p = argparse.ArgumentParser(); p.add_argument('models', nargs='+'); p.add_argument('--out'); p.add_argument('--pictures', nargs='+'); p.add_argument('--size', type=int, default=448)
    a = p.parse_args()
    for m in a.models:
        kind, path = m.split('='); net = session(path)
        for folder in a.pictures:
            for f in sorted(glob.glob(folder + '/*.jpg')):
                to = f'{a.out}/{kind}/{os.path.basename(folder)}/{os.path.basename(f)[:-4]}.png'
                if os.path.exists(to): continue
                os.makedirs(os.path.dirname(to), exist_ok=True)
                cv2.imwrite(to + '.tmp.png', (answer(net, kind, cv2.imread(f), a.size).clip(0, 1) * 255).round().astype(np.uint8)); os.replace(to + '.tmp.png', to)
        print(kind, 'done', flush=True)
