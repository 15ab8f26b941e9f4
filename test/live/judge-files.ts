import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { agreementOf, type Judged } from '../schema/compare-verdicts.js';
import type { Json } from '../schema/mutations.js';
import { ourVerdict, samePlace, type Verdict } from '../schema/verdict.js';
import { openAsk } from './ask.js';
import { buildBinaries } from './build-binaries.js';
import { startControlPlane } from './control-plane.js';

/** What the API server and fluxspan say of each object in the YAML files of a folder; see `research/judge.js`. */
export const judgeFiles = async (folder: string, print: (line: string) => void): Promise<void> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .sort();
  const objects = files.flatMap((file) =>
    (parseYamlDocuments(readFileSync(join(folder, file), 'utf8')) as readonly Json[])
      .filter((object) => object !== null)
      .map((object) => ({ label: file, object })),
  );
  await buildBinaries(print);
  const plane = await startControlPlane();
  const server = openAsk(plane.kubeconfig());
  try {
    for (const name of namespacesOf(objects.map(({ object }) => object))) {
      await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    const theirs = await server.askAll(objects.map(({ object }) => object));
    const judged = objects.map((one, index) => ({ ...one, ours: ours(one.object), theirs: theirs[index]! }));
    for (const one of judged) print(printJudged(one));
    const all = agreementOf(judged);
    print(
      `${judged.length} objects: the API server refuses ${all.refused}, fluxspan ${all.refusedToo} of those (${all.samePlace} at the same place) and ${all.falseRefusals.length} more`,
    );
  } finally {
    server.close();
    await plane.stop();
  }
};

const namespacesOf = (objects: readonly Json[]): ReadonlySet<string> =>
  new Set(
    objects
      .map((object) => (object as { metadata?: { namespace?: unknown } }).metadata?.namespace)
      .filter((name): name is string => typeof name === 'string' && /^[a-z0-9-]+$/.test(name)),
  );

const ours = (object: Json): Verdict => {
  try {
    return ourVerdict(object);
  } catch (error) {
    return { accepted: true, paths: [], words: [String(error)] };
  }
};

const printJudged = ({ label, object, ours, theirs }: Judged): string => {
  const { kind, metadata } = object as unknown as { kind: string; metadata?: { name?: string } };
  const word = (verdict: Verdict): string => (verdict.accepted ? 'accepts' : 'refuses');
  const differs =
    theirs.ofCluster === true
      ? 'of the cluster'
      : ours.accepted !== theirs.accepted
        ? 'DIFFERS'
        : ours.accepted || samePlace(ours, theirs)
          ? 'same'
          : 'other place';
  return [
    `${label} ${kind}/${metadata?.name ?? ''}: ${differs}`,
    `  API server ${word(theirs)} ${theirs.words.join(' ').slice(0, 400)}`,
    `  fluxspan   ${word(ours)} ${ours.words.slice(0, 3).join('; ').slice(0, 400)}`,
  ].join('\n');
};
