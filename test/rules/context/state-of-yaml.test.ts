import { describe, expect, it } from 'vitest';
import { config, type Files, kustomization, stateOf } from '../yaml-repository.js';

describe('the units of a repository', () => {
  const unitsOf = (files: Files) =>
    Object.fromEntries(
      stateOf(files).units.map(({ name, objects, entry, parent, isPartial, isElsewhere }) => [
        name,
        [
          ...objects.map(({ title, namespace }) => (namespace === undefined ? title : `${title} in ${namespace}`)),
          ...entry.map(({ title }) => `entry ${title}`),
          ...(parent === undefined ? [] : [`of ${parent}`]),
          ...(isPartial ? ['partial'] : []),
          ...(isElsewhere ? ['elsewhere'] : []),
        ],
      ]),
    );

  it('are the root and the Kustomizations that it applies, to any depth', () => {
    expect(
      unitsOf({
        'apps/inner.yaml': kustomization('inner', '  targetNamespace: inside\n'),
        'inner/config.yaml': config('on'),
      }),
    ).toEqual({
      'flux-system/flux-system': ['entry Kustomization/flux-system', 'entry GitRepository/flux-system'],
      'flux-system/apps': ['Namespace/apps', 'entry Kustomization/apps', 'of flux-system/flux-system'],
      'flux-system/inner': ['ConfigMap/config in inside', 'entry Kustomization/inner', 'of flux-system/apps'],
    });
  });

  it('have what their kustomization files list', () => {
    expect(
      unitsOf({
        'apps/kustomization.yaml': 'resources: [namespace.yaml, ../base]\n',
        'apps/left-out.yaml': config('off'),
        'base/config.yaml': config('on'),
      })['flux-system/apps'],
    ).toEqual(['Namespace/apps', 'ConfigMap/config in apps', 'entry Kustomization/apps', 'of flux-system/flux-system']);
  });

  it.each([
    ['changes objects', { 'apps/kustomization.yaml': 'resources: [namespace.yaml]\nnamePrefix: a-\n' }],
    ['lists another place', { 'apps/kustomization.yaml': 'resources: [https://example.org/a.yaml]\n' }],
    ['lists itself', { 'apps/kustomization.yaml': 'resources: [.]\n' }],
    ["can't be read", { 'apps/kustomization.yaml': 'resources: [\n' }],
  ])('are partial where a kustomization file %s', (_, files) => {
    expect(unitsOf(files)['flux-system/apps']).toEqual([
      'entry Kustomization/apps',
      'of flux-system/flux-system',
      'partial',
    ]);
  });

  it('are partial with a file that no YAML is', () => {
    expect(unitsOf({ 'apps/broken.yaml': 'a: [\n' })['flux-system/apps']).toContain('partial');
  });

  it('are elsewhere with a source of their own', () => {
    const source = 'sourceRef: { kind: GitRepository, name: flux-system }';
    const other = kustomization('other', '').replace(source, source.replace('flux-system', 'other'));
    expect(unitsOf({ 'clusters/prod/other.yaml': other })['flux-system/other']).toContain('elsewhere');
  });

  it('have the items of a List, with their lines', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: { name: a }\n  - apiVersion: v1\n    kind: Service\n    metadata: { name: b }\n    spec:\n      type: ClusterIP\n`;
    const { objects } = stateOf({ 'apps/list.yaml': list }).units.find(({ name }) => name === 'flux-system/apps')!;
    const service = objects.find(({ kind }) => kind === 'Service')!;
    expect(service.file?.lineOf('spec.type')).toBe(11);
    expect(service.file?.lineOf('spec.ports[0]')).toBe(10);
  });

  it('have the vars of their Kustomization', () => {
    const { units } = stateOf({
      'clusters/prod/apps.yaml': kustomization(
        'apps',
        '  postBuild:\n    substitute: { MODE: debug }\n    substituteFrom: [{ kind: ConfigMap, name: vars }]\n',
      ),
      'apps/config.yaml': config('${MODE} ${OTHER}'),
    });
    const { known, objects } = units.find(({ name }) => name === 'flux-system/apps')!;
    expect([...known.vars.keys()]).toEqual(['MODE']);
    expect(known.open).toEqual(['ConfigMap/vars']);
    expect(objects.flatMap(({ sites }) => sites.map(({ source }) => source))).toEqual(['${MODE} ${OTHER}']);
  });
});
