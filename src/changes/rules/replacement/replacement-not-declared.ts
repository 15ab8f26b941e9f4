import { titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { openDeclaredReplacements } from '../../declarations/declared-replacements.js';
import { covers, declarationOf, ifIntended } from '../../declarations/match-declared.js';
import { happens, staysItself } from '../../print/print-changes.js';

const replacementNotDeclared = defineDiagnostic({
  code: 'FX515',
  name: 'replacement-not-declared',
  severity: 'error',
  summary:
    "An object stays in the tree, but Flux removes what it manages and creates it again, and the cluster's code doesn't declare that.",
  page: {
    example: "helmChart({ url: 'https://charts.example.org', chart: 'redis', … }) becomes chart: 'valkey'",
    flux: 'release target configuration changed (chart name): running uninstall for current release',
    right:
      "upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' } in the HelmRelease, or dev.replaced({ kind: 'HelmRelease', name: 'redis' }, { reason: 'valkey takes its place' })",
  },
});

const changeNotDeclared = defineDiagnostic({
  code: 'FX517',
  name: 'change-not-declared',
  severity: 'error',
  summary:
    "An object stays in the tree, but a change of it destroys what belongs to it, and the cluster's code doesn't declare that.",
  page: {
    example:
      'a StatefulSet with persistentVolumeClaimRetentionPolicy.whenScaled: Delete goes from 3 replicas to 1; or a Terraform object of tofu-controller gets destroy: true',
    flux: 'nothing: Kubernetes deletes the claims of the removed pods, with the data on their volumes',
    right:
      "whenScaled: Retain, or dev.replaced({ kind: 'StatefulSet', name: 'db', namespace: 'db' }, { reason: 'the replicas hold nothing of their own' })",
  },
});

const replacementUncertain = defineDiagnostic({
  code: 'FX516',
  name: 'replacement-uncertain',
  severity: 'warning',
  summary:
    "A change may do harm: Flux may remove what an object manages and create it again, or destroy what belongs to the object. Whether it does depends on something that the tree doesn't show.",
  page: {
    example: "helmChart({ url: 'oci://ghcr.io/example/redis', … }) becomes url: 'oci://registry.example.org/cache'",
    flux: 'nothing if the chart in both is called redis, and otherwise: running uninstall for current release',
    right: "helmChart({ url: 'oci://registry.example.org/cache', chart: 'redis', … })",
  },
});

/** Reports undeclared replacements, certain and possible ones. */
export const replacementNotDeclaredRule = defineChangeRule(
  [replacementNotDeclared, changeNotDeclared, replacementUncertain],
  ({ cluster, compiled, changes, inYaml }: StatesContext, report) => {
    const { ambiguous, undeclared } = openDeclaredReplacements(compiled.cluster.replacements, changes);
    const problems = undeclared.map((one) => {
      const title = titleOf(one.object.id);
      const { differences, effect, also = [], instead, certain } = one;
      const definition = staysItself(one) ? changeNotDeclared : replacementNotDeclared;
      const withGroup = [...ambiguous.keys()].some((declaration) => covers(declaration, one));
      const declare = ifIntended(declarationOf('replacement', one.object, { withGroup }), inYaml);
      return diagnose(certain ? definition : replacementUncertain, {
        message: `${title} ${happens(one)}: ${differences.join(', ')}`,
        at: { cluster, object: title },
        notes: [effect, ...also],
        fix: instead === undefined ? declare : `${instead}; ${declare}`,
        ties: { follows: [ties.takenName(title)] },
      });
    });
    for (const problem of problems) report(problem);
  },
  { asksOfAdoption: 'changes' },
);
