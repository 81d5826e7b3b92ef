import { useEffect } from "react";

const EVERY_MS = 2_500;
/** Two falling tones in Hz. */
const TONES = [880, 660];
const TONE_SECONDS = 0.22;
const VOLUME = 0.25;

/** Silent until the first click or key press, because browsers block audio before user input. */
export function useRinging(ringing: boolean): void {
  useEffect(() => {
    if (!ringing) return;
    const audio = new AudioContext();
    const wake = () => void audio.resume();
    const ring = () => {
      if (audio.state === "running") sound(audio);
    };
    document.addEventListener("pointerdown", wake);
    document.addEventListener("keydown", wake);
    audio.addEventListener("statechange", ring);
    ring();
    const timer = setInterval(ring, EVERY_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener("pointerdown", wake);
      document.removeEventListener("keydown", wake);
      audio.removeEventListener("statechange", ring);
      void audio.close();
    };
  }, [ringing]);
}

function sound(audio: AudioContext): void {
  for (const [index, frequency] of TONES.entries()) {
    const start = audio.currentTime + index * TONE_SECONDS;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gain.gain.linearRampToValueAtTime(0, start + TONE_SECONDS);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + TONE_SECONDS);
  }
}
