#!/usr/bin/env python3
"""Trains an evaluation network with PyTorch, on a graphics processor if there is one.

    peregrine train --data data/*.prgdata --dump positions.flat
    scripts/train_network.py positions.flat --out falcon.prgnet --epochs 20

The network, the loss, the optimizer and the schedule are those of `peregrine train`; only
the random numbers differ. src/training/trainer/dump.rs describes the file of positions,
docs/network.md the file of the network. Needs PyTorch 2.
"""

import argparse
import hashlib
import json
import math
import os
import pathlib
import struct
import sys
import tempfile

try:
    import torch
except ImportError:
    torch = None

# Files and units, as in src/training/trainer/dump.rs and src/eval/network/.
FLAT, NETWORK = b"PRGFLAT\n", b"PRGNET\r\n"
VERSION = 1
HEAD = 4
UNIT, OUTPUT_UNIT = 255, 64
MOST_OUTPUT_WEIGHT = 32767 // UNIT
MOST_FEATURE_WEIGHT = 1.98
WARM_UP = 0.01


class Failed(Exception):
    """Something that the user has to know, in one sentence."""


def read_header(path):
    """The header of a file of positions, and where its rows begin, in bytes."""
    with open(path, "rb") as file:
        front = file.read(16)
        if front[:8] != FLAT or len(front) < 16:
            raise Failed(f"{path}: this is not a file of 'peregrine train --dump'")
        version, length = struct.unpack("<II", front[8:])
        if version != VERSION:
            raise Failed(f"{path}: this file has version {version} of the format; only {VERSION} is known")
        size = os.fstat(file.fileno()).st_size
        if 16 + length > size:
            raise Failed(f"{path}: the file ends within its header")
        header = json.loads(file.read(length))
    expected = 16 + length + 2 * header["stride"] * (header["training"] + header["validation"])
    if size != expected:
        raise Failed(f"{path}: the file has {size} bytes instead of {expected}")
    return header, 16 + length


def read_rows(path, header, begin):
    """The rows to learn from and those held out. They are read from the file when used."""
    count = header["training"] + header["validation"]
    numbers = torch.from_file(
        str(path), shared=False, size=begin // 2 + header["stride"] * count, dtype=torch.int16
    )
    rows = numbers[begin // 2 :].view(count, header["stride"])
    return rows[: header["training"]], rows[header["training"] :]


def limits(shape):
    """The greatest weights of the two layers: sums of the engine must not overflow."""
    most = 32767 // (shape["most-men"] + 1)
    return min(MOST_FEATURE_WEIGHT, most / UNIT), MOST_OUTPUT_WEIGHT / OUTPUT_UNIT


def zeros(shape):
    """The four layers, all numbers 0."""
    hidden, buckets = shape["hidden"], shape["output-buckets"]
    sizes = [(shape["features"], hidden), (hidden,), (buckets, 2, hidden), (buckets,)]
    return [torch.zeros(size) for size in sizes]


def random_layers(shape, seed):
    """The four layers to begin with."""
    random = torch.Generator().manual_seed(seed)
    layers = zeros(shape)
    most = 1 / math.sqrt(shape["most-men"])
    for layer, most in zip(layers, (most, most, 1 / math.sqrt(2 * shape["hidden"]))):
        layer.uniform_(-most, most, generator=random)
    return layers


def outputs(layers, shape, rows):
    """The outputs for positions: logits of the expected score of the side to move."""
    feature_weights, feature_biases, output_weights, output_biases = layers
    rows = rows.long()
    men, bucket = rows[:, :1], rows[:, 1]
    places = torch.arange(shape["most-men"], device=rows.device)
    is_there = places < men
    result = output_biases[bucket]
    for half in range(2):
        inputs = rows.gather(1, torch.where(is_there, HEAD + half * men + places, 0))
        # Stored without sign.
        inputs = torch.where(is_there, inputs & 0xFFFF, 0)
        sums = torch.nn.functional.embedding_bag(
            inputs, feature_weights, mode="sum", per_sample_weights=is_there.to(feature_weights.dtype)
        )
        values = (sums + feature_biases).clamp(0, 1) ** 2
        result = result + (values * output_weights[bucket, half]).sum(1)
    return result


def losses(layers, header, rows):
    """The loss of each position."""
    expected = torch.sigmoid(outputs(layers, header["shape"], rows))
    score, result = rows[:, 2].to(expected.dtype), rows[:, 3].to(expected.dtype)
    by_score = torch.sigmoid(score / header["scale"])
    target = header["blend"] * (result + 1) / 2 + (1 - header["blend"]) * by_score
    return (expected - target).abs() ** header["power"]


def mean_loss(layers, header, rows, device, size=65536):
    """The mean loss of many positions."""
    with torch.no_grad():
        parts = [losses(layers, header, part.to(device)).double().sum() for part in rows.split(size)]
    return float(sum(parts)) / len(rows)


def learning_rate(options, done):
    """The learning rate after this part of the training: it rises, then falls along a cosine."""
    if done < WARM_UP:
        return options.rate * max(done / WARM_UP, 0.01)
    cosine = math.cos(math.pi * (done - WARM_UP) / (1 - WARM_UP))
    return options.final_rate + (options.rate - options.final_rate) * (1 + cosine) / 2


def train(header, training, validation, options):
    """The trained layers and the loss on the positions held out."""
    device, shape = options.device, header["shape"]
    layers = [layer.to(device).requires_grad_() for layer in random_layers(shape, options.seed)]
    weights, biases = layers[0::2], layers[1::2]
    groups = [{"params": weights, "weight_decay": options.decay}, {"params": biases, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.999), eps=1e-8)
    feature, output = limits(shape)
    random = torch.Generator().manual_seed(options.seed)
    seen, everything, loss = 0, len(training) * options.epochs, math.nan
    for epoch in range(options.epochs):
        total = torch.zeros((), dtype=torch.double, device=device)
        for places in torch.randperm(len(training), generator=random).split(options.batch):
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(options, seen / everything)
            optimizer.zero_grad()
            batch = losses(layers, header, training[places].to(device))
            batch.sum().backward()
            optimizer.step()
            with torch.no_grad():
                for layer, most in zip(layers, (feature, feature, output)):
                    layer.clamp_(-most, most)
            total += batch.detach().double().sum()
            seen += len(places)
        loss = mean_loss(layers, header, validation, device)
        print(f"epoch {epoch + 1} of {options.epochs}, loss {float(total) / len(training):.6f}, validation {loss:.6f}", flush=True)
        if not math.isfinite(loss) or not all(bool(layer.isfinite().all()) for layer in layers):
            raise Failed("the loss became infinite or not a number; try a lower --rate")
    return [layer.detach().cpu() for layer in layers], loss


def integers(layers):
    """The layers with rounded numbers, each as a flat list."""
    units = (UNIT, UNIT, OUTPUT_UNIT, UNIT * OUTPUT_UNIT)
    return [(layer * unit).round().long().flatten().tolist() for layer, unit in zip(layers, units)]


def network_bytes(header, numbers, loss, positions, settings):
    """The file of a network with these four lists of integers."""
    row = 2 * header["shape"]["hidden"]
    for begin in range(0, len(numbers[2]), row):
        if sum(map(abs, numbers[2][begin : begin + row])) * UNIT * UNIT > 2**31 - 1:
            raise Failed("the output weights of the network are so large that sums could overflow")
    text = json.dumps(
        {
            "variant": header["variant"],
            "fingerprint": header["fingerprint"],
            "shape": header["shape"],
            "scale": round(header["scale"]),
            "king-buckets": header["king-buckets"],
            "provenance": {
                "program": "scripts/train_network.py",
                "data": header["data"],
                "positions": positions,
                "settings": settings,
                "loss": loss,
                "comment": "",
            },
        }
    ).encode()
    content = NETWORK + struct.pack("<II", VERSION, len(text)) + text
    for kind, values in zip("hhhi", numbers):
        content += struct.pack(f"<{len(values)}{kind}", *values)
    return content + hashlib.sha256(content).digest()


def write(path, content):
    """Writes a file, completely or not at all."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def number(least, most):
    def read(text):
        value = float(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"expected a number from {least} to {most}")
        return value

    return read


def whole(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("expected a whole number from 1")
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("positions", type=pathlib.Path, help="file of 'peregrine train --dump'")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the network file")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.add_argument("--epochs", type=whole, default=20)
    parser.add_argument("--batch", type=whole, default=16384)
    parser.add_argument("--rate", type=number(1e-9, 1), default=0.001, help="greatest learning rate")
    parser.add_argument("--final-rate", type=number(0, 1), default=0.00001, help="learning rate at the end")
    parser.add_argument("--decay", type=number(0, 10), default=0.01, help="decay of the weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="cuda, cpu or another of PyTorch's [default: cuda if it is there]")
    options = parser.parse_args()
    try:
        if torch is None:
            raise Failed("PyTorch is not installed")
        if options.out.exists() and not options.force:
            raise Failed(f"{options.out}: the file already exists (--force replaces it)")
        options.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
        header, begin = read_header(options.positions)
        training, validation = read_rows(options.positions, header, begin)
        print(f"{len(training)} positions and {len(validation)} for validation, on {options.device}")
        layers, loss = train(header, training, validation, options)
        names = ("epochs", "batch", "rate", "final_rate", "decay", "seed")
        settings = " ".join(f"--{name.replace('_', '-')} {getattr(options, name)}" for name in names)
        settings += f" --blend {header['blend']:.6g} --power {header['power']:.6g}"
        content = network_bytes(header, integers(layers), loss, len(training) * options.epochs, settings)
        write(options.out, content)
        print(f"{options.out}: validation loss {loss:.6f}")
    except (Failed, OSError, json.JSONDecodeError) as error:
        sys.exit(f"train_network.py: error: {error}")


if __name__ == "__main__":
    main()
