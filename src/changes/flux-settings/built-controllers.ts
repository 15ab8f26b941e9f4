import type { BuiltObject } from '../../applied/build/build-folder.js';
import { type Component, components } from '../../flux/components.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** A Flux controller as its folder builds it. */
export interface BuiltController {
  /** The last value of each flag, by name without `--`. Feature gates are merged and sorted. */
  readonly flags: ReadonlyMap<string, string>;
  readonly image: string;
  /** The release of Flux in its labels: `2.9.4`. */
  readonly release: string | undefined;
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);

/** Reads flags like Go's pflag: the last one wins, and feature gates are merged. */
const readFlags = (args: readonly unknown[]): ReadonlyMap<string, string> => {
  const flags = new Map<string, string>();
  const gates = new Map<string, string>();
  for (const arg of args) {
    const [, name = '', value = 'true'] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(String(arg)) ?? [];
    if (name !== 'feature-gates') flags.set(name, value);
    else for (const gate of value.split(',')) gates.set(...pairOf(gate));
  }
  if (gates.size > 0)
    flags.set(
      'feature-gates',
      [...gates]
        .map(([gate, value]) => `${gate}=${value}`)
        .sort()
        .join(','),
    );
  return flags;
};

const pairOf = (gate: string): [string, string] => {
  const [name = '', value = ''] = gate.split('=');
  return [name.trim(), value.trim()];
};

/** Reads the controllers in a build of Flux's folder, by name. */
export const readControllers = (objects: readonly BuiltObject[]): ReadonlyMap<Component, BuiltController> => {
  const found = new Map<Component, BuiltController>();
  for (const { json } of objects) {
    const name = at(json, 'metadata', 'name') as Component;
    if (json['kind'] !== 'Deployment' || !components.includes(name)) continue;
    const containers = at(json, 'spec', 'template', 'spec', 'containers');
    const all: readonly unknown[] = Array.isArray(containers) ? containers : [];
    const manager = (all.find((one) => at(one, 'name') === 'manager') ?? all[0] ?? {}) as JsonObject;
    const release = at(json, 'metadata', 'labels', 'app.kubernetes.io/version');
    found.set(name, {
      flags: readFlags(Array.isArray(manager['args']) ? manager['args'] : []),
      image: String(manager['image'] ?? ''),
      release: typeof release === 'string' ? release.replace(/^v/, '') : undefined,
    });
  }
  return found;
};
