import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { dependenciesIn, openDependencies } from './dependencies.js';
import { rootBreaksOrder } from './diagnostics.js';
import { placeOfChange } from './patch-place.js';
import type { OwnKustomization, RootBuild } from './root-build.js';

/** Reports dependencies between addons that the root's patches remove. */
export const rootOrder = (
  { cluster }: Pick<CompiledCluster, 'cluster'>,
  all: readonly OwnKustomization[],
  build: RootBuild,
): readonly Diagnostic[] => {
  const waits = new Map(all.map((own) => [own.key, dependenciesIn(own.applied.json, own.id.namespace)]));
  const waitsFor = openDependencies(build.root.objects);
  const report = (own: OwnKustomization, words: readonly RegExp[], message: string, notes: readonly string[]) => {
    const { at, what } = placeOfChange(build, { id: own.id, words, fields: ['transformers', 'replacements'] });
    return diagnose(rootBreaksOrder, {
      message: `Flux's root ${message}`,
      at: { cluster: cluster.name, addon: own.addon.built.name, object: own.object.title, ...at },
      notes,
      fix: `give ${what.replace(/^a /, 'the ')} a target that leaves ${own.title} out, or set it in the cluster's code`,
    });
  };
  return all.flatMap((own) => {
    const found: Diagnostic[] = [];
    const { name } = own.addon.built;
    const had = dependenciesIn(own.written, own.id.namespace);
    const left = waitsFor(own.key);
    const lost = [...had].filter((key) => !left.has(key));
    if (lost.length > 0)
      found.push(
        report(
          own,
          [/\bdependsOn\b/],
          `takes ${lost.map((key) => `"${key}"`).join(' and ')} out of dependsOn of ${own.title}, so addon "${name}" no longer waits for ${lost.length === 1 ? 'it' : 'them'}`,
          requiredOf(own, all, lost),
        ),
      );
    const readers = all.filter((other) => other !== own && waits.get(other.key)?.has(own.key) === true);
    if (readers.length === 0 && stopped(own)) {
      const alone = report(
        own,
        [/\bsuspend\b/],
        `suspends ${own.title}: Flux applies no change of addon "${name}" until it is resumed`,
        [],
      );
      found.push({ ...alone, severity: 'notice' });
    }
    if (readers.length === 0) return found;
    const names = readers.map(({ addon }) => `"${addon.built.name}"`).sort();
    const who = `${names.length === 1 ? 'addon' : 'addons'} ${nameSome(names, NAMED)}`;
    const depend = names.length === 1 ? 'depends' : 'depend';
    const [was, is] = [readinessOf(own.written), readinessOf(own.applied.json)];
    if (stopped(own))
      found.push(
        report(
          own,
          [/\bsuspend\b/],
          `suspends ${own.title}, on which ${who} ${depend}: Flux applies no change of ${names.length === 1 ? 'it' : 'them'} until it is resumed`,
          [`Flux reports: dependency '${own.key}' is not ready`],
        ),
      );
    if (
      (was.waits && !is.waits && is.checks.length === 0) ||
      (!is.waits && was.checks.some((one) => !is.checks.includes(one)))
    )
      found.push(
        report(
          own,
          was.waits ? [/\bwait\b/] : [/\bhealthChecks\b/],
          `takes ${was.waits ? 'wait' : 'health checks'} out of ${own.title}, on which ${who} ${depend}: it is ready before what it applies is`,
          [],
        ),
      );
    return found;
  });
};

/** A message names this many addons, then counts the rest. */
const NAMED = 4;

/** Why the addon waits: the capabilities that it requires. */
const requiredOf = (
  { addon }: OwnKustomization,
  all: readonly OwnKustomization[],
  lost: readonly string[],
): readonly string[] => {
  const requires = addon.built.instance.definition.requires ?? [];
  return all
    .filter(({ key }) => lost.includes(key))
    .flatMap(({ addon: { built } }) => {
      const provided: ReadonlySet<string> = new Set([built.name, ...(built.instance.definition.provides ?? [])]);
      const needed = requires.filter((one) => provided.has(one));
      return needed.length === 0
        ? []
        : [
            `addon "${addon.built.name}" requires ${needed.map((one) => `"${one}"`).join(' and ')} of addon "${built.name}"`,
          ];
    });
};

/** Whether only the root suspends the Kustomization. */
const stopped = ({ written, applied }: OwnKustomization): boolean =>
  readinessOf(applied.json).isSuspended && !readinessOf(written).isSuspended;

const readinessOf = (json: JsonObject) => {
  const { wait, healthChecks, suspend } = specOf(json);
  const checks = listOf(healthChecks)
    .filter(isObject)
    .map(({ kind, namespace, name }) => [kind, namespace, name].join('/'));
  return { waits: wait === true, checks, isSuspended: suspend === true };
};
