"""Compares scripts/train_network.py with the trainer in Rust, which has written down its
loss and gradient for a few positions (tests/data/training)."""

import contextlib
import hashlib
import io
import json
import pathlib
import struct
import tempfile
import types
import unittest

import train_network

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "data" / "training"
BATCH = FOLDER / "batch.flat"
needs_torch = unittest.skipIf(train_network.torch is None, "PyTorch is not installed")


def plain_layers(shape):
    """Layers whose numbers follow from their places alone, as in the trainer's tests."""
    layers = train_network.zeros(shape)
    for number, (layer, size) in enumerate(zip(layers, (0.15, 0.3, 0.4, 0.2))):
        places = train_network.torch.arange(layer.numel()).view(layer.shape)
        parts = (places * 7919 + number * 104729) % 2001
        layer.copy_((parts - 1000) / 1000 * size)
    return layers


class Positions(unittest.TestCase):
    def test_the_header_is_read(self):
        header, begin = train_network.read_header(BATCH)
        self.assertEqual((header["variant"], header["training"], header["validation"]), ("chess", 6, 2))
        self.assertEqual(begin % 16, 0)

    def test_other_and_incomplete_files_are_refused(self):
        content = BATCH.read_bytes()
        future = content[:8] + b"\x09" + content[9:]
        for bytes_, reason in (
            (b"my diary of last summer", "not a file of"),
            (future, "version 9"),
            (content[:100], "ends within its header"),
            (content[:-1], f"{len(content) - 1} bytes instead of {len(content)}"),
        ):
            with tempfile.NamedTemporaryFile() as file:
                file.write(bytes_)
                file.flush()
                with self.assertRaisesRegex(train_network.Failed, reason):
                    train_network.read_header(file.name)


class Networks(unittest.TestCase):
    def test_a_file_has_header_numbers_and_checksum(self):
        header, _ = train_network.read_header(BATCH)
        numbers = [[1, -2], [3], [4, 5], [-70000]]
        content = train_network.network_bytes(header, numbers, 0.5, 12, "--epochs 2")
        self.assertEqual(content[:8], b"PRGNET\r\n")
        version, length = struct.unpack("<II", content[8:16])
        text = json.loads(content[16 : 16 + length])
        self.assertEqual((version, text["scale"], text["shape"]), (1, 300, header["shape"]))
        self.assertEqual(struct.unpack("<5hi", content[16 + length : -32]), (1, -2, 3, 4, 5, -70000))
        self.assertEqual(content[-32:], hashlib.sha256(content[:-32]).digest())

    def test_weights_whose_sums_could_overflow_are_refused(self):
        header, _ = train_network.read_header(BATCH)
        header["shape"]["hidden"] = 256
        with self.assertRaisesRegex(train_network.Failed, "overflow"):
            train_network.network_bytes(header, [[], [], [127] * 512, []], 0, 0, "")


@needs_torch
class Learning(unittest.TestCase):
    def setUp(self):
        self.header, begin = train_network.read_header(BATCH)
        training, validation = train_network.read_rows(BATCH, self.header, begin)
        self.rows = train_network.torch.cat([training, validation])

    def test_loss_and_gradient_are_those_of_the_trainer_in_rust(self):
        expected = json.loads((FOLDER / "gradient.json").read_text())
        layers = [layer.requires_grad_() for layer in plain_layers(self.header["shape"])]
        loss = train_network.losses(layers, self.header, self.rows).sum()
        loss.backward()
        self.assertAlmostEqual(loss.item(), expected["loss"], delta=1e-4 * expected["loss"])
        self.assertEqual(len(expected["gradient"]), len(layers))
        for layer, sums in zip(layers, expected["gradient"]):
            slopes = layer.grad.double().flatten()
            places = train_network.torch.arange(len(slopes)) % 97
            found = (slopes.sum(), (slopes**2).sum(), (slopes * places).sum())
            for one, other in zip(found, sums):
                self.assertAlmostEqual(one.item(), other, delta=1e-4 * abs(other))

    def test_training_lowers_the_loss_and_keeps_the_limits(self):
        options = types.SimpleNamespace(
            device="cpu", seed=1, epochs=30, batch=4, rate=0.01, final_rate=0.001, decay=0.01
        )
        before = train_network.random_layers(self.header["shape"], 1)
        first = train_network.mean_loss(before, self.header, self.rows, "cpu")
        with contextlib.redirect_stdout(io.StringIO()) as said:
            layers, last = train_network.train(self.header, self.rows, self.rows, options)
        self.assertEqual(said.getvalue().count("\n"), 30)
        self.assertLess(last, first / 2)
        feature, output = train_network.limits(self.header["shape"])
        for layer, most in zip(layers, (feature, feature, output)):
            self.assertLessEqual(layer.abs().max().item(), most)


if __name__ == "__main__":
    unittest.main()
