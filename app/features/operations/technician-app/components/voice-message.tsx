import CircleStop from "lucide-react/icons/circle-stop";
import Trash2 from "lucide-react/icons/trash-2";
import Voicemail from "lucide-react/icons/voicemail";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/** Maximum length of a voice message, in ms and as shown. */
const MAX_MS = 2 * 60_000;
const MAX_SHOWN = "2:00";
/** Recordings of accidental taps are dropped: browsers cannot play those without a complete frame. In ms. */
const MIN_MS = 1_000;
/** Bit rate for speech: two minutes take 0.5 MB. */
const BITS_PER_SECOND = 32_000;
/** Types that the server accepts, in order of preference. Safari has only MP4. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** Undefined where the browser cannot record, and on documents whose policy forbids the microphone. */
function recordingType(): string | undefined {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  if (featurePolicy?.allowsFeature("microphone") === false) return undefined;
  // Absent over plain HTTP.
  if (!("MediaRecorder" in window && navigator.mediaDevices)) return undefined;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

interface VoiceMessageProps {
  recording: Blob | null;
  onChange: (recording: Blob | null) => void;
  /** Receives true while the microphone is on, because the report must not be sent before the end. */
  onRecording: (isRecording: boolean) => void;
}

/** Records one voice message; absent where the browser or its user refuses. */
export function VoiceMessage({ recording, onChange, onRecording }: VoiceMessageProps) {
  const hydrated = useHydrated();
  const isDenied = useMicrophoneDenied();
  const [state, setState] = useState<"idle" | "starting" | "recording" | "failed">("idle");
  const [seconds, setSeconds] = useState(0);
  const stop = useRef<() => void>(null);
  const isGone = useRef(false);
  // The recording ends later than the render in which it began.
  const receive = useRef(onChange);
  receive.current = onChange;
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current?.();
    };
  }, []);
  const url = useObjectUrl(recording);

  const type = hydrated ? recordingType() : undefined;

  function show(next: typeof state) {
    setState(next);
    onRecording(next === "starting" || next === "recording");
  }

  async function start(type: string) {
    show("starting");
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      return show("failed");
    }
    const release = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (isGone.current) return release();
    try {
      const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
      const chunks: Blob[] = [];
      const startedAt = performance.now();
      const elapsedMs = () => performance.now() - startedAt;
      const timer = setTimeout(() => recorder.stop(), MAX_MS);
      const counter = setInterval(() => setSeconds(Math.floor(elapsedMs() / 1000)), 250);
      recorder.ondataavailable = ({ data }) => chunks.push(data);
      recorder.onstop = () => {
        clearTimeout(timer);
        clearInterval(counter);
        setSeconds(0);
        release();
        stop.current = null;
        const blob = new Blob(chunks, { type: recorder.mimeType || type });
        if (blob.size > 0 && elapsedMs() >= MIN_MS) receive.current(blob);
        show(blob.size > 0 ? "idle" : "failed");
      };
      stop.current = () => recorder.state !== "inactive" && recorder.stop();
      recorder.start();
      show("recording");
    } catch {
      release();
      show("failed");
    }
  }

  if (url) {
    return (
      <div className="flex items-center gap-3">
        {/* biome-ignore lint/a11y/useMediaCaption: the technician's own words, which are not transcribed. */}
        <audio controls src={url} aria-label={m.technician_voice_message()} className="min-w-0 grow" />
        <Button
          tone="quiet"
          className="size-14 shrink-0 px-0!"
          aria-label={m.technician_record_remove()}
          onClick={() => onChange(null)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    );
  }
  const isRecording = state === "recording";
  const label = isRecording ? m.technician_record_stop() : m.technician_record();
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {type && !isDenied && (
        <Button
          tone="quiet"
          className="min-h-14"
          aria-pressed={isRecording}
          disabled={state === "starting"}
          onClick={() => (isRecording ? stop.current?.() : void start(type))}
        >
          {isRecording ? <CircleStop aria-hidden /> : <Voicemail aria-hidden />}
          <span>{label}</span>
        </Button>
      )}
      {isRecording && (
        <span aria-hidden className="figures">
          {shownDuration(seconds)}
        </span>
      )}
      {type && (
        <p role="status" className="text-muted">
          {isRecording && <span>{m.technician_recording({ max: MAX_SHOWN })}</span>}
          {state === "failed" && <span>{m.technician_record_failed()}</span>}
        </p>
      )}
    </div>
  );
}

function shownDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = blob && URL.createObjectURL(blob);
    setUrl(created);
    return () => {
      if (created) URL.revokeObjectURL(created);
    };
  }, [blob]);
  return url;
}

/** True once the microphone is refused to this site. Browsers without the query show the button. */
function useMicrophoneDenied(): boolean {
  const [isDenied, setIsDenied] = useState(false);
  useEffect(() => {
    let status: PermissionStatus | undefined;
    let isOver = false;
    const read = () => setIsDenied(status?.state === "denied");
    navigator.permissions
      ?.query({ name: "microphone" })
      .then((found) => {
        if (isOver) return;
        status = found;
        read();
        status.addEventListener("change", read);
      })
      .catch(() => {});
    return () => {
      isOver = true;
      status?.removeEventListener("change", read);
    };
  }, []);
  return isDenied;
}
