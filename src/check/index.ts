import type { CompiledAddon, CompiledCluster } from '../compile/compiled-cluster.js';
import { Manifest } from '../constructs/manifest.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { applyExceptions } from './apply-exceptions.js';
import { openSchemas } from './find-schemas.js';
import type { CheckContext } from './rule.js';
import { rules } from './rules/index.js';

/** Where a check runs; a check of one cluster alone reads its schemas itself. */
export type CheckOptions = Omit<CheckContext, 'schemas'> & Partial<Pick<CheckContext, 'schemas'>>;

/** All that is wrong with a cluster: what its making found, and what the rules find. Each once, in a stable order. */
export const checkCluster = (
  cluster: CompiledCluster,
  options: CheckOptions = { project: process.cwd() },
): readonly Diagnostic[] => {
  const context: CheckContext = { ...options, schemas: options.schemas ?? openSchemas() };
  const found: Diagnostic[] = [...cluster.problems];
  for (const { check } of rules) {
    check(
      cluster,
      (problem) => found.push({ ...problem, at: { cluster: cluster.cluster.name, ...problem.at } }),
      context,
    );
  }
  const isPartial = cluster.addons.some(({ built }) => built.isPartial);
  return sortDiagnostics(
    applyExceptions(cluster.cluster, found)
      // What an exception speaks of may be among what could not be made.
      .filter(({ code }) => !isPartial || code !== 'FX626')
      .map(withPlaces(cluster)),
  );
};

/** Adds the line that made the object, with a note of where its addon is used; where it is not known, that alone. */
const withPlaces = ({ addons }: CompiledCluster): ((problem: Diagnostic) => Diagnostic) => {
  const byName = new Map(addons.map((addon) => [addon.built.name, addon]));
  return (problem) => {
    const { at, notes } = problem;
    const addon = at.addon === undefined ? undefined : byName.get(at.addon);
    if (addon === undefined) return problem;
    const made = at.object === undefined ? undefined : (at.source ?? placeOfObject(addon, at.object));
    const used = addon.built.instance.place();
    const source = at.source ?? made ?? used;
    if (source === undefined) return problem;
    const isNoted = made !== undefined && used !== undefined && used !== made;
    return {
      ...problem,
      at: { ...at, source },
      notes: isNoted ? [...notes, `addon "${at.addon}" is used at ${used}`] : notes,
    };
  };
};

/** Of two objects that are called alike, in two namespaces, none is meant. */
const placeOfObject = ({ objects }: CompiledAddon, title: string): string | undefined => {
  const [object, other] = objects.filter((one) => one.title === title);
  return object === undefined || other !== undefined ? undefined : Manifest.placeOf(object.construct);
};
