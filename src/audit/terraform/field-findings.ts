import type { Diagnostic } from '../../diagnostics/index.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { keyFieldsOf } from '../../rules/references/key-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { dataTitle, missingKeyOf } from './missing-key.js';
import { objectsOfClusters } from './seen-cluster.js';
import { type AllWrittenData, findWritten, mayHaveKey } from './written-data.js';
import { elsewhereFinding, writtenElsewhere } from './written-elsewhere.js';

/**
 * Keys of what Terraform writes that the values of releases and custom resources name.
 *
 * @param inTree what the tree has itself, as `Kind/namespace/name`
 */
export const fieldFindings = (
  state: RuleState,
  written: AllWrittenData,
  inTree: ReadonlySet<string>,
): readonly Diagnostic[] =>
  objectsOfClusters([{ state }]).flatMap((object) => {
    const known = new Set(
      referencesOf(object, state.scopeOf).flatMap(({ path, parts }) => [path, ...parts.map((one) => one.path)]),
    );
    const told = new Set<string>();
    const fields = keyFieldsOf(object, known);
    return fields.flatMap(({ kind, name, namespace, key, path, isCertain }): readonly Diagnostic[] => {
      if (namespace === undefined || holdsExpression(`${name} ${namespace} ${key}`)) return [];
      if (inTree.has(`${kind}/${namespace}/${name}`)) return [];
      const found = findWritten(written, kind, namespace, name);
      if (found === undefined) {
        const elsewhere = writtenElsewhere(state, written, { kind, namespace, name });
        if (elsewhere === undefined || told.has(`${kind}/${name}`)) return [];
        told.add(`${kind}/${name}`);
        return [elsewhereFinding(object, path, { kind, namespace, name }, elsewhere)];
      }
      if (mayHaveKey(found, key)) return [];
      // Those that the object reads, too, aren't this one.
      const read = new Set(fields.flatMap((one) => (one.kind === kind && one.name === name ? [one.key] : [])));
      const likely = [...found.keys.keys()].filter((one) => !read.has(one));
      // Nothing but the words of the field says so.
      const severity = isCertain === true ? {} : ({ severity: 'warning' } as const);
      return [
        missingKeyOf(object, {
          ...found,
          path,
          title: dataTitle(found),
          key,
          keys: found.keys.keys(),
          likely,
          ...severity,
        }),
      ];
    });
  });
