import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { specOf } from '../context/state-index.js';
import { nameOf, placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { isTwin } from '../references/is-twin.js';
import { defineRule } from '../rule.js';

// A notice: that something outside of the tree makes the object can't be excluded.
const silentAlert = defineDiagnostic({
  code: 'FX872',
  name: 'silent-alert',
  severity: 'notice',
  summary: 'An Alert is about an object that nothing makes, so it never posts anything, and no status says so.',
  missesObject: true,
  page: {
    example:
      "new Alert(scope, 'web', { spec: { eventSources: [{ kind: 'Kustomization', name: 'shop' }], … } })   // and nothing is called shop",
    right: "eventSources: [{ kind: 'Kustomization', name: '*' }]   // or the name of a Kustomization of the tree",
  },
  exceptable: true,
});

const isSource = ({ object, row }: FoundReference): boolean =>
  object.kind === 'Alert' && object.group === 'notification.toolkit.fluxcd.io' && row.at === 'spec.eventSources[]';

/** What an Alert names is there, as far as the tree shows it. */
export const silentAlertRule = defineRule([silentAlert], ({ units }, report, { references }) => {
  if (units.some(({ isPartial }) => isPartial)) return;
  const { all, makers, targets } = references;
  for (const reference of all) {
    const { group, kind, name, namespace, object } = reference;
    if (specOf(object)['suspend'] === true) continue;
    if (!isSource(reference) || name === '*' || holdsExpression(name) || holdsExpression(namespace ?? '')) continue;
    const mark = object.references?.find(({ path }) => path === reference.path);
    if (mark?.external === true || targets.find(reference) !== undefined || references.isKnown(reference)) continue;
    const others = targets.ofKind(group, kind).filter((one) => one.namespace === namespace);
    // FX630 reports a name that is misspelt.
    if (others.some((one) => isTwin(one.name, name))) continue;
    if (makers.mayMake(reference, new Set([object]))) continue;
    report(
      diagnose(silentAlert, {
        message: `${object.title} is about ${nameOf(reference)}, which nothing in the tree makes: it would never post anything`,
        at: placeOf(reference),
        fix: `correct the name${
          others.length === 0
            ? ''
            : `; there ${others.length === 1 ? 'is' : 'are'} ${others
                .slice(0, 5)
                .map((one) => `"${one.name}"`)
                .join(', ')}`
        }; or take it out, or list the object in \`external\` of the cluster`,
      }),
    );
  }
});
