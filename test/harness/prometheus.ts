/** The part of Prometheus that deploy/prometheus-alerts.yml and deploy/grafana-dashboard.json use. */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Samples of a response in Prometheus text format, with the label that a scrape adds. */
export function parseMetrics(text: string, instance: string): Sample[] {
  return [...text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = "", labels = "", value]) => ({
      name,
      labels: { instance, ...labelsIn(labels) },
      value: Number(value),
    }),
  );
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const VECTOR =
  /^(max|min|sum)(?: by \((\w+)\))? ?\((?:(rate|increase)\()?([a-z_]+)(?:\{(\w+)(!?=)"([^"]*)"\})?(?:\[(\d+)m\]\))?\)$/;
const COMPARISON = /^(.*?) (==|>|\*) ([\d.]+)$/;

/**
 * Values by label, "" without one; only those for which comparisons are true. `before`: samples at the start
 * of the time range of `rate` and `increase`.
 */
export function evaluate(expression: string, now: Sample[], before: Sample[]): Map<string, number> {
  const [left = "", ...others] = expression.split(" and ");
  if (others.length > 0) {
    const isTrue = others.every((other) => evaluate(other, now, before).size > 0);
    return isTrue ? evaluate(left, now, before) : new Map();
  }
  const [, absent] = /^absent\((\w+)\)$/.exec(expression) ?? [];
  if (absent) return new Map(now.some(({ name }) => name === absent) ? [] : [["", 1]]);
  const [, compared, operator, operand] = COMPARISON.exec(expression) ?? [];
  if (!compared) return aggregate(expression, now, before);
  const values = [...evaluate(compared, now, before)];
  if (operator === "*") return new Map(values.map(([label, value]) => [label, value * Number(operand)]));
  const isTrue = (value: number) => (operator === ">" ? value > Number(operand) : value === Number(operand));
  return new Map(values.filter(([, value]) => isTrue(value)));
}

function aggregate(expression: string, now: Sample[], before: Sample[]): Map<string, number> {
  const vector = VECTOR.exec(expression);
  if (!vector) throw new Error(`Not supported: ${expression}`);
  const [, aggregation, by, range, metric, label, operator, wanted, minutes] = vector;
  const isSelected = ({ name, labels }: Sample) =>
    name === metric && (!label || (labels[label] === wanted) === (operator === "="));
  const groups = new Map<string, number[]>();
  for (const sample of now.filter(isSelected)) {
    const key = by ? (sample.labels[by] ?? "") : "";
    const increase = sample.value - (range ? valueBefore(sample, before) : 0);
    const value = range === "rate" ? increase / (Number(minutes) * 60) : increase;
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return new Map([...groups].map(([key, values]) => [key, combine(aggregation!, values)]));
}

function combine(aggregation: string, values: number[]): number {
  if (aggregation === "sum") return values.reduce((sum, value) => sum + value, 0);
  return aggregation === "max" ? Math.max(...values) : Math.min(...values);
}

function valueBefore({ name, labels }: Sample, before: Sample[]): number {
  const key = JSON.stringify(labels);
  return before.find((sample) => sample.name === name && JSON.stringify(sample.labels) === key)?.value ?? 0;
}
