import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import app from '../src/app.js';

describe.each(app.clusters.map((cluster) => [cluster.name, cluster] as const))('cluster %s', (_name, cluster) => {
  const { diagnostics, objects } = synthCluster(cluster);

  it('has no errors', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('names every object once', () => {
    const names = objects.map(({ apiVersion, kind, metadata }) => {
      const { name, namespace = '' } = metadata as { name: string; namespace?: string };
      return `${apiVersion} ${kind} ${namespace}/${name}`;
    });
    expect(names).toEqual([...new Set(names)]);
  });
});
