// Sounds, made by the browser itself: there are no files.

import { settings } from "./settings";

export type Sound = "move" | "capture" | "check" | "end" | "warning";

let context: AudioContext | null = null;

/** A piece of wood on a board: a short noise through a filter. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-6 * index) / samples.length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 3;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/** A bell that fades. */
function ring(audio: AudioContext, at: number, pitch: number, length: number): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

export function play(sound: Sound): void {
  if (!settings.value.sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  // A browser keeps it silent until the page was touched.
  if (audio.state === "suspended") void audio.resume();
  const now = audio.currentTime;
  switch (sound) {
    case "move":
      return knock(audio, now, 900, 0.9);
    case "capture":
      knock(audio, now, 1400, 0.9);
      return knock(audio, now + 0.06, 700, 1);
    case "check":
      knock(audio, now, 900, 0.9);
      return ring(audio, now + 0.04, 660, 0.25);
    case "end":
      ring(audio, now, 392, 0.5);
      ring(audio, now + 0.14, 494, 0.5);
      return ring(audio, now + 0.28, 587, 0.8);
    case "warning":
      return ring(audio, now, 220, 0.3);
  }
}

/** What was heard of a move: its SAN says enough. */
export function soundOf(san: string, isOver: boolean): Sound {
  if (isOver) return "end";
  if (/[+#]$/.test(san)) return "check";
  return san.includes("x") ? "capture" : "move";
}
