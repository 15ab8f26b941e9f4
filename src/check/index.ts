import type { RenderedCluster } from '../cluster/render.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { chartValue } from './chart-value.js';
import { derivedText } from './derived-text.js';
import { duplicateObject } from './duplicate-object.js';
import { objectName } from './object-name.js';
import { reference } from './reference.js';
import type { Rule } from './rule.js';
import { valuesOverlap } from './values-overlap.js';

/** Every rule, each in its own file. */
const rules: readonly Rule[] = [chartValue, derivedText, duplicateObject, objectName, reference, valuesOverlap];

/** All that is wrong with a cluster: what its making found, and what the rules find. Each once, in a stable order. */
export const checkCluster = (cluster: RenderedCluster): readonly Diagnostic[] => {
  const found: Diagnostic[] = [...cluster.problems];
  const places = new Map(cluster.addons.map(({ built }) => [built.name, built.instance.place]));
  for (const rule of rules) {
    rule(cluster, (problem) => found.push({ ...problem, at: { cluster: cluster.cluster.name, ...problem.at } }));
  }
  return sortDiagnostics(
    found.map((problem) => {
      const place =
        problem.at.source === undefined && problem.at.addon !== undefined
          ? places.get(problem.at.addon)?.()
          : undefined;
      return place === undefined ? problem : { ...problem, at: { ...problem.at, source: place } };
    }),
  );
};
