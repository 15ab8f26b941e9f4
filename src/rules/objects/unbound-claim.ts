import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf, unitTitle } from '../rule.js';

const unboundClaim = defineDiagnostic({
  code: 'FX670',
  name: 'unbound-claim',
  severity: 'error',
  summary:
    'An addon waits for a PersistentVolumeClaim that is bound only when a pod uses it, and that pod starts only after the addon is ready.',
  page: {
    example:
      'a PersistentVolumeClaim of a class with volumeBindingMode: WaitForFirstConsumer, in an addon that the addon of its Deployment requires',
    flux: 'health check failed: timeout waiting for: [PersistentVolumeClaim/web/data status: InProgress]',
    right: 'put the claim into the addon of its Deployment',
  },
  exceptable: true,
});

/**
 * With some storage classes, a claim is only bound when the first pod uses it. Until then, neither the claim nor a
 * Kustomization that waits for it is ready.
 * https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode
 */
export const unboundClaimRule = defineRule([unboundClaim], (_, report, { index, references }) => {
  const claims = (index.byKind.get('/PersistentVolumeClaim') ?? []).filter(
    (claim) => isWaitedFor(claim, index) && waitsForConsumer(claim, index),
  );
  if (claims.length === 0) return;
  const uses = references.all
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map((one) => ({ user: one.object, claim: references.targets.find(one)?.object }));
  for (const claim of claims) {
    // A chart or an operator may create pods that use it.
    if (references.makers.mayMake({ group: 'apps', kind: 'Deployment', name: '', namespace: claim.namespace }))
      continue;
    const users = uses.flatMap((one) => (one.claim === claim ? [one.user] : []));
    if (users.length === 0 || !users.every(({ unit }) => index.waitsFor(unit, claim.unit))) continue;
    const user = users[0]!;
    report(
      diagnose(unboundClaim, {
        message: `${unitTitle(claim)} waits until ${claim.title} is bound, and its first pod is of ${user.title}, which comes only after ${claim.addon === undefined ? 'it' : 'the addon'}`,
        at: placeIn(claim),
        notes: [
          `StorageClass "${String(specOf(claim)['storageClassName'])}" has volumeBindingMode: WaitForFirstConsumer`,
        ],
        fix: `move ${claim.title} into ${unitTitle(user)}, or set wait: false for ${unitTitle(claim)}`,
      }),
    );
  }
});

const isWaitedFor = (claim: StateObject, { unitOf }: StateIndex): boolean => {
  const own = unitOf.get(claim.unit)?.entry.find(({ kind }) => kind === 'Kustomization');
  if (own === undefined || claim.madeBy !== undefined) return false;
  const { wait, suspend } = specOf(own);
  return wait === true && suspend !== true;
};

const waitsForConsumer = (claim: StateObject, { byKind }: StateIndex): boolean => {
  const { storageClassName, volumeName } = specOf(claim);
  if (typeof storageClassName !== 'string' || (volumeName ?? undefined) !== undefined) return false;
  const all = byKind.get('storage.k8s.io/StorageClass') ?? [];
  return all.find(({ name }) => name === storageClassName)?.json['volumeBindingMode'] === 'WaitForFirstConsumer';
};
