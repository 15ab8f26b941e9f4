import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { correctPrograms, type Manifest } from '../rules/correct-programs.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { crdsOf, groupsOfOperators } from './crds.js';
import { runsAll } from './describe-live.js';
import { until } from './until.js';

const groupOf = ({ apiVersion }: Manifest): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
/** Groups of other operators, whose CRDs the package doesn't have. A program that brings its CRD has it here. */
const isUnknown = (manifest: Manifest): boolean => {
  const group = groupOf(manifest);
  return group.includes('.') && !group.endsWith('.k8s.io') && ![...groupsOfOperators, 'example.org'].includes(group);
};
/** These would judge or block the objects that follow. */
const acts = (manifest: Manifest): boolean =>
  ['admissionregistration.k8s.io', 'apiregistration.k8s.io'].includes(groupOf(manifest));

const skip = inject('skipLive') || (runsAll ? '' : 'only with --all');

describe.skipIf(skip !== '')(`the real API server${skip === '' ? '' : ` (skipped: ${skip})`}`, () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.api.apply(...crdsOf(groupsOfOperators));
  });
  afterAll(() => plane?.stop());

  /** Applies one object as it is; namespaces of the program become its own. */
  const apply = async (manifest: Manifest, namespaceOf: (name: string) => string): Promise<void> => {
    const { name, namespace = 'web' } = manifest.metadata;
    const there = { ...manifest.metadata, namespace: namespaceOf(namespace) };
    const [applied] = await plane.api.apply({ ...manifest, metadata: there });
    if (acts(manifest)) await plane.api.delete({ ...manifest, name });
    expect(applied?.kind).toBe(manifest.kind);
  };

  it('accepts every object of the programs that are right', async () => {
    const refused: string[] = [];
    for (const [index, program] of correctPrograms.entries()) {
      const namespaceOf = (name: string) => `${name}-${index}`;
      const used = new Set(['web', ...program.objects.map(({ metadata }) => metadata.namespace ?? 'web')]);
      for (const namespace of [...used].map(namespaceOf)) {
        await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
        await until(`"${namespace}" has an account`, () =>
          plane.api.get({ apiVersion: 'v1', kind: 'ServiceAccount', name: 'default', namespace }),
        );
      }
      for (const manifest of program.objects.filter((one) => !isUnknown(one))) {
        await apply(manifest, namespaceOf).catch((error: unknown) => {
          refused.push(`${program.name}: ${manifest.kind}/${manifest.metadata.name}: ${String(error)}`);
        });
      }
    }
    expect(refused).toEqual([]);
  });
});
