import Mic from "lucide-react/icons/mic";
import Square from "lucide-react/icons/square";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { intlLocale } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/** The part of the Web Speech API that dictation uses. Its types are not in TypeScript's library. */
interface Recognition {
  lang: string;
  continuous: boolean;
  onresult: ((event: { resultIndex: number; results: ArrayLike<RecognitionResult> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

type RecognitionResult = ArrayLike<{ transcript: string }> & { isFinal: boolean };

interface SpeechWindow {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
}

/** Undefined where the browser has no dictation, and on documents whose policy forbids the microphone. */
function recognitionClass(): (new () => Recognition) | undefined {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  if (featurePolicy?.allowsFeature("microphone") === false) return undefined;
  const { SpeechRecognition, webkitSpeechRecognition } = window as SpeechWindow;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Dictates in the language of the app; absent where the browser cannot. `onPhrase` receives finished phrases. */
export function DictateButton({ onPhrase }: { onPhrase: (phrase: string) => void }) {
  const hydrated = useHydrated();
  const [state, setState] = useState<"idle" | "listening" | "failed">("idle");
  const recognition = useRef<Recognition>(null);
  // Phrases arrive later than the render in which dictation began.
  const receive = useRef(onPhrase);
  receive.current = onPhrase;
  useEffect(() => () => recognition.current?.abort(), []);

  const Recognizer = hydrated ? recognitionClass() : undefined;
  if (!Recognizer) return null;

  function start(Recognizer: new () => Recognition) {
    const started = new Recognizer();
    started.lang = intlLocale();
    started.continuous = true;
    started.onresult = ({ resultIndex, results }) => {
      const finished = Array.from(results)
        .slice(resultIndex)
        .flatMap((result) => (result.isFinal ? (result[0]?.transcript.trim() ?? []) : []));
      if (finished.length > 0) receive.current(finished.join(" "));
    };
    started.onerror = ({ error }) => {
      if (error !== "aborted" && error !== "no-speech") setState("failed");
    };
    started.onend = () => setState((state) => (state === "listening" ? "idle" : state));
    recognition.current = started;
    setState("listening");
    try {
      started.start();
    } catch {
      setState("failed");
    }
  }

  const isListening = state === "listening";
  const label = isListening ? m.technician_dictate_stop() : m.technician_dictate();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        tone="quiet"
        className="min-h-14"
        aria-pressed={isListening}
        onClick={() => (isListening ? recognition.current?.stop() : start(Recognizer))}
      >
        {isListening ? <Square aria-hidden /> : <Mic aria-hidden />}
        <span>{label}</span>
      </Button>
      <p role="status" className="text-muted">
        {isListening && <span>{m.technician_dictating()}</span>}
        {state === "failed" && <span>{m.technician_dictate_failed()}</span>}
      </p>
    </div>
  );
}
