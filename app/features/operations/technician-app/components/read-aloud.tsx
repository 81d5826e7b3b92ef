import Square from "lucide-react/icons/square";
import Volume2 from "lucide-react/icons/volume-2";
import { useEffect, useState, useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { currentLocale } from "~/platform/locale/locale";
import { Button } from "~/ui/button";

/** Voices load after the page. */
function subscribeToVoices(onChange: () => void): () => void {
  const synthesis = window.speechSynthesis;
  synthesis?.addEventListener?.("voiceschanged", onChange);
  return () => synthesis?.removeEventListener?.("voiceschanged", onChange);
}

/** Name of the device's voice for the language of the app; null without one. */
function findVoiceName(): string | null {
  return findVoice()?.name ?? null;
}

function findVoice(): SpeechSynthesisVoice | undefined {
  // Android separates language and region by an underscore.
  return window.speechSynthesis?.getVoices().find(({ lang }) => lang.split(/[-_]/)[0] === currentLocale());
}

/** Reads the texts of a step; absent without a voice for the language of the app. */
export function ReadAloud({ texts }: { texts: readonly string[] }) {
  const voiceName = useSyncExternalStore(subscribeToVoices, findVoiceName, () => null);
  const [isReading, setReading] = useState(false);
  const key = texts.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next step begins in silence.
  useEffect(() => {
    setReading(false);
    return () => window.speechSynthesis?.cancel();
  }, [key]);
  if (!voiceName) return null;

  function read() {
    const voice = findVoice();
    window.speechSynthesis.cancel();
    setReading(true);
    // One utterance for each text, because sentences are never joined.
    for (const [index, text] of texts.entries()) {
      const utterance = new SpeechSynthesisUtterance(text);
      if (voice) {
        utterance.voice = voice;
        utterance.lang = voice.lang;
      }
      if (index === texts.length - 1) utterance.onend = () => setReading(false);
      utterance.onerror = () => setReading(false);
      window.speechSynthesis.speak(utterance);
    }
  }

  function stop() {
    window.speechSynthesis.cancel();
    setReading(false);
  }

  const label = isReading ? m.technician_read_stop() : m.technician_read_aloud();
  return (
    <Button
      tone="plain"
      aria-label={label}
      onClick={isReading ? stop : read}
      className="ms-auto size-14 px-0! [&>svg]:size-7!"
    >
      {isReading ? <Square aria-hidden /> : <Volume2 aria-hidden />}
    </Button>
  );
}
