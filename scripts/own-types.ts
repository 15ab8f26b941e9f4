// Which values of a chart must have the type of their default: helm fails with another one, or the API server does with
// what is rendered. Number texts go where a default is a number or a boolean, numbers where it is a text, many at a time;
// by its value, each is found again in the rendered objects.
import { spawnSync } from 'node:child_process';
import { parseObjects } from '../src/applied/parse-objects.js';
import { takesIntOrString } from '../src/charts/wider-than-default.js';
import { openFaults } from '../src/diff/helm/object-faults.js';
import { isObject } from '../src/json/is-object.js';
import { type JsonPath, valueAt } from '../src/json/json-path.js';
import type { Json, JsonMap, JsonObject } from '../src/json/json-value.js';

export interface OwnTypesOptions {
  /** The executable. */
  readonly helm: string;
  /** A folder or a `.tgz`. */
  readonly chart: string;
  /** What the chart needs to render at all. */
  readonly values: JsonMap;
  readonly defaults: JsonMap;
}

interface Probe {
  readonly path: readonly string[];
  /** One that occurs nowhere else. */
  readonly wrong: number | string;
  /** Of the right type, for comparison. */
  readonly right: Json;
}

const FIRST = 50_001;

const isScalar = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';

const probesOf = (defaults: JsonMap): readonly (readonly Probe[])[] => {
  const numbers: Probe[] = [];
  const texts: Probe[] = [];
  const words: Probe[] = [];
  const visit = (map: JsonMap, above: readonly string[]): void => {
    for (const [key, value] of Object.entries(map)) {
      const path = [...above, key];
      if (isObject(value)) visit(value as JsonMap, path);
      // `1` and `'25%'` are both right there, and `'1'` isn't.
      else if (isScalar(value) && takesIntOrString(key, above.at(-1) ?? '', value)) continue;
      else if (typeof value === 'string') numbers.push({ path, wrong: FIRST + numbers.length, right: 'v' });
      else if (typeof value === 'number') {
        texts.push({ path, wrong: String(FIRST + texts.length), right: 5 });
        words.push({ path, wrong: `x${FIRST + words.length}`, right: 5 });
      } else if (typeof value === 'boolean') texts.push({ path, wrong: String(FIRST + texts.length), right: true });
    }
  };
  visit(defaults, []);
  return [numbers, texts, words];
};

const withValues = (values: JsonMap, set: readonly (readonly [readonly string[], Json])[]): JsonMap => {
  const result = structuredClone(values) as Record<string, Json>;
  for (const [path, value] of set) {
    let map = result;
    for (const key of path.slice(0, -1)) {
      if (!isObject(map[key])) map[key] = {};
      map = map[key] as Record<string, Json>;
    }
    map[path.at(-1)!] = value;
  }
  return result;
};

/** The paths, in the order of the defaults. */
export const findOwnTypes = ({ helm, chart, values, defaults }: OwnTypesOptions): readonly (readonly string[])[] => {
  const faultsOf = openFaults();
  const args = ['template', 'r', chart, '--kube-version', '1.33.0', '--skip-schema-validation', '--values', '-'];
  const render = (input: JsonMap): readonly JsonObject[] | undefined => {
    const { status, stdout } = spawnSync(helm, args, { input: JSON.stringify(input), maxBuffer: 2 ** 27 });
    try {
      return status === 0 ? parseObjects(stdout.toString()) : undefined;
    } catch {
      return undefined;
    }
  };
  if (render(values) === undefined) throw new Error('helm cannot render the chart: give the values that it needs');
  const found = new Map<string, readonly string[]>();
  const note = ({ path }: Probe) => found.set(JSON.stringify(path), path);
  const judge = (probes: readonly Probe[]): void => {
    if (probes.length === 0) return;
    const [first] = probes;
    const objects = render(
      withValues(
        values,
        probes.map(({ path, wrong }) => [path, wrong]),
      ),
    );
    if (objects === undefined && probes.length > 1) {
      const half = probes.length >> 1;
      judge(probes.slice(0, half));
      judge(probes.slice(half));
    } else if (objects === undefined) {
      // What a value of the right type breaks too says nothing of types.
      if (render(withValues(values, [[first!.path, first!.right]])) !== undefined) note(first!);
    } else {
      for (const object of objects) {
        for (const { at, isUnsure } of faultsOf(object)) {
          const value = isUnsure ? undefined : valueAt(object, at as JsonPath);
          const probe = probes.find(({ wrong }) => wrong === value);
          if (probe !== undefined) note(probe);
        }
      }
    }
  };
  for (const probes of probesOf(defaults)) judge(probes);
  return [...found.values()];
};
