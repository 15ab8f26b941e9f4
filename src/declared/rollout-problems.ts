import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { badRollout } from '../versions/diagnostics.js';
import type { DeclaredApp } from './declared-app.js';

/** Where an app's rollout doesn't fit its clusters: each cluster is in one ring, and each ring's clusters are there. */
export const rolloutProblems = ({ rollout, clusters, otherClusters, place }: DeclaredApp): readonly Diagnostic[] => {
  if (rollout === undefined) return [];
  const source = place();
  const report = (message: string, fix: string, cluster?: string): Diagnostic =>
    diagnose(badRollout, {
      message,
      at: {
        path: 'rollout',
        ...(cluster === undefined ? {} : { cluster }),
        ...(source === undefined ? {} : { source }),
      },
      fix,
    });
  const names = clusters.map(({ name }) => name);
  const known = new Set([...names, ...otherClusters]);
  const ringsOf = (cluster: string): readonly string[] =>
    rollout.flatMap((ring) => ring.clusters.flatMap((one) => (one === cluster ? [ring.name] : [])));
  const unknown = rollout.flatMap((ring) =>
    ring.clusters
      .filter((cluster) => !known.has(cluster))
      .map((cluster) =>
        report(`ring "${ring.name}" has cluster "${cluster}", which the app doesn't have`, suggest(cluster, names)),
      ),
  );
  const misplaced = [...new Set([...names, ...rollout.flatMap((ring) => ring.clusters)])].flatMap((cluster) => {
    const rings = ringsOf(cluster);
    if (rings.length === 0) {
      const fix = `add it to a ring: ${rollout.map(({ name }) => name).join(', ')}`;
      return [report(`cluster "${cluster}" is in no ring of the rollout`, fix, cluster)];
    }
    if (rings.length === 1 || !known.has(cluster)) return [];
    const where =
      new Set(rings).size === 1
        ? `twice in ring "${rings[0]}"`
        : `in the rings ${rings.map((one) => `"${one}"`).join(' and ')}`;
    return [report(`cluster "${cluster}" is ${where}`, 'leave it in one of them, once', cluster)];
  });
  return [...unknown, ...misplaced];
};
