import type { BuiltObject } from '../../applied/build/build-folder.js';
import { type Component, components } from '../../flux/components.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** A controller of Flux as its folder builds it. */
export interface BuiltController {
  /** The last value of each flag, by name without `--`; feature gates add up, sorted. */
  readonly flags: ReadonlyMap<string, string>;
  readonly image: string;
  /** Of Flux, as its labels say: `2.9.4`. */
  readonly release: string | undefined;
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);

/** Flags as Go's pflag reads them: the last one counts, and gates add up. */
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

/** The controllers that a build of Flux's folder has, by name. */
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
