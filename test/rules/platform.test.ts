import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FluxApp, FluxCluster } from 'fluxspan';
import * as addons from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { outputNotRead } from '../../src/compile/outputs/diagnostics.js';
import { dev, prod } from '../../src/platform/app.js';
import { everyAddon, isOfTwoIssuers } from '../support/every-addon.js';
import { root } from '../support/root.js';

const app = new FluxApp();
const every = everyAddon(app);
const compiled = compileCluster(app, every, openCompileContext(app));
const built = compiled.addons.map((one) => one.built);
const dependsOn = new Map(built.map((one) => [one.name, one.dependsOn]));

/** The addons whose vars an addon's options name. */
const lendersOf = (name: string): readonly string[] =>
  Object.values(compiled.contract.vars)
    .filter(({ declaredBy, readBy }) => !declaredBy.includes(name) && readBy.some(({ addon }) => addon === name))
    .flatMap(({ declaredBy }) => declaredBy);

/** The addons that provide what an addon requires without waiting for it. */
const providersApart = (name: string): readonly string[] => {
  const apart = new Set<string>(built.find((one) => one.name === name)?.instance.definition.startsWithout);
  const provides = (one: (typeof built)[number]): readonly string[] => [
    one.name,
    ...(one.instance.definition.provides ?? []),
  ];
  return built.filter((one) => provides(one).some((capability) => apart.has(capability))).map((one) => one.name);
};

/** An addon, and all that it requires, waits for or has vars from. */
const withAllBefore = (name: string): ReadonlySet<string> => {
  const found = new Set([name]);
  // A set's loop sees what is added on the way.
  for (const one of found) {
    const before = [...(dependsOn.get(one) ?? []), ...lendersOf(one), ...providersApart(one)];
    for (const other of before) found.add(other);
  }
  return found;
};

describe('no rule has anything to say', () => {
  it.each([dev, prod, every])('of $name, and none is switched off', (cluster) => {
    expect(cluster.exceptions).toEqual([]);
    expect(synthCluster(cluster).diagnostics.filter((one) => !isOfTwoIssuers(one))).toEqual([]);
  });

  const names = Object.values(addons).map(({ definition }) => definition.name);

  it('of the addons of the package, which are all in one cluster', () => {
    expect(names.toSorted()).toEqual([...dependsOn.keys()].sort());
    const entries = readdirSync(join(root, 'src/addons'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(folders.sort());
    expect(names).not.toEqual([]);
  });

  it.each(names)('of %s with what it requires alone', (name) => {
    const wanted = withAllBefore(name);
    let cluster = new FluxCluster(new FluxApp(), 'part', { flux: every.flux });
    const kept = new Set<string>();
    for (const stage of every.stages) {
      const instances = stage.addons.filter((one) => wanted.has(one.name));
      if (instances.length === 0) continue;
      const before = stage.dependsOn.filter((one) => typeof one === 'string' && kept.has(one));
      cluster = cluster.stage(stage.name as never, instances as never, { dependsOn: before } as never) as never;
      for (const one of [stage, ...instances]) kept.add(one.name);
    }
    const { diagnostics, objects } = synthCluster(cluster);
    // What reads an addon's outputs comes after it.
    const isUnread = ({ code }: { readonly code: string }) => code === outputNotRead.code;
    expect(diagnostics.filter((one) => !isOfTwoIssuers(one) && !isUnread(one))).toEqual([]);
    const kustomizations = objects.filter(({ kind }) => kind === 'Kustomization');
    expect(kustomizations.length).toBeGreaterThanOrEqual(wanted.size);
  });
});
