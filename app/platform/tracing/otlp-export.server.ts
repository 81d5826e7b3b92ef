import { context, propagation, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "../config.server";
import { log } from "../log.server";
import { withTimeout } from "../with-timeout.server";

/** Time for the last spans when the process stops. */
const STOP_MS = 3_000;

/** Loaded only with an OTLP endpoint, because the SDK costs memory and start time. */
export function startExport({ url, serviceName, sampler, sampleRatio }: TracingConfig): {
  tracer: Tracer;
  stop(): Promise<void>;
} {
  const resource = detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
    resourceFromAttributes({ "service.name": serviceName }),
  );
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler, sampleRatio),
    // Headers, compression and timeout come from the other variables of the exporter.
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(new OTLPTraceExporter({ url })) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    tracer: provider.getTracer("rukn"),
    async stop() {
      await withTimeout(provider.shutdown(), STOP_MS).catch(() => {});
      context.disable();
      propagation.disable();
    },
  };
}

function samplerOf(name: TracingConfig["sampler"], ratio: number): Sampler {
  const byName = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const [, root] = /^parentbased_(.*)$/.exec(name) ?? [];
  const create = byName[(root ?? name) as keyof typeof byName];
  return root ? new ParentBasedSampler({ root: create() }) : create();
}

/** Logs when the collector stops and starts responding, but not each failed batch. */
function reportFailures(exporter: SpanExporter): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) log.warn("trace-export-failed", "Traces cannot be exported", { error });
        if (!error && isFailing) log.info("trace-export-restored", "Traces are exported again");
        isFailing = error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
