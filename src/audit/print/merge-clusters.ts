import { nameSome } from '../../diagnostics/index.js';
import type { Finding } from '../finding.js';

/**
 * What several clusters have in files of their own, with the same words: one finding for people, who read it once. Reports
 * for machines keep each place.
 */
export const mergeClusters = (findings: readonly Finding[]): readonly Finding[] => {
  const groups = new Map<string, Finding[]>();
  for (const one of findings) {
    const { code, severity, message, fix, at } = one;
    const key = JSON.stringify([code, severity, message, fix, at.object ?? '', at.path ?? '']);
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [one]);
    else there.push(one);
  }
  return [...groups.values()].flatMap((alike): readonly Finding[] => {
    const [first, ...more] = alike;
    const all = alike.flatMap(({ clusters }) => clusters);
    // In one cluster, each is a fault of its own.
    if (more.length === 0 || new Set(all).size !== all.length || all.length < alike.length) return alike;
    const places = more.flatMap(({ file, line }) =>
      file === undefined ? [] : [line === undefined ? file : `${file}:${line}`],
    );
    return [{ ...first!, clusters: [...all].sort(), notes: [...first!.notes, `the same at ${nameSome(places, 5)}`] }];
  });
};
