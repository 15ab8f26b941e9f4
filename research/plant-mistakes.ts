import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BuildCache } from '../src/applied/build/folder-builder.js';
import { unbuiltFolder } from '../src/audit/diagnostics.js';
import type { Finding } from '../src/audit/finding.js';
import { identityOfFinding } from '../src/audit/finding.js';
import { openRepository } from '../src/audit/open-repository.js';
import { runAudit } from '../src/audit/run-audit.js';
import { viewCluster } from '../src/audit/view-cluster.js';

interface Options {
  readonly clones: readonly string[];
  readonly each: number;
  readonly seed: number;
  readonly show: boolean;
}

/** A mistake: what becomes of the text of a file; undefined where it has no place for it. */
interface Mistake {
  readonly name: string;
  readonly plant: (text: string) => string | undefined;
  /** The mistake is in the name of a var, which a Kustomization sets somewhere. */
  readonly isOfVars?: true;
}

/** Swaps two letters in the middle of a word, as fingers do. */
const swapped = (word: string): string => {
  for (let at = Math.floor(word.length / 2); at > 0 && at < word.length - 1; at++) {
    const [a, b] = [word[at]!, word[at + 1]!];
    if (a !== b && /[a-zA-Z]/.test(a) && /[a-zA-Z]/.test(b)) return word.slice(0, at) + b + a + word.slice(at + 2);
  }
  return `${word.slice(0, -1)}x`;
};

/** Misspells what the group `word` of a pattern finds first. */
const misspell =
  (pattern: RegExp, needs: RegExp = /^/) =>
  (text: string): string | undefined => {
    const found = needs.test(text) ? pattern.exec(text) : null;
    const word = found?.groups?.['word'];
    if (found === null || word === undefined || word.length < 4 || /[${]/.test(word.replace(/^\$\{/, '')))
      return undefined;
    const at = found.index + found[0].lastIndexOf(word);
    return text.slice(0, at) + swapped(word) + text.slice(at + word.length);
  };

const replace =
  (pattern: RegExp, by: string, needs: RegExp = /^/) =>
  (text: string): string | undefined =>
    needs.test(text) && pattern.test(text) ? text.replace(pattern, by) : undefined;

const KUSTOMIZATION = /^apiVersion: kustomize\.toolkit\.fluxcd\.io/m;
const RELEASE = /^apiVersion: helm\.toolkit\.fluxcd\.io/m;
const LIST = /^apiVersion: kustomize\.config\.k8s\.io/m;

/** As in issue trackers and histories of such repositories. */
const MISTAKES: readonly Mistake[] = [
  { name: 'misspelt var', isOfVars: true, plant: misspell(/\$\{(?<word>[A-Z][A-Z0-9_]{4,})\}/) },
  {
    name: 'misspelt source of a Kustomization',
    plant: misspell(/sourceRef:\s*\n\s+kind: \w+\s*\n\s+name: (?<word>[\w-]+)/, KUSTOMIZATION),
  },
  {
    name: 'misspelt source of a release',
    plant: misspell(/(?:sourceRef|chartRef):\s*\n\s+kind: \w+\s*\n\s+name: (?<word>[\w-]+)/, RELEASE),
  },
  { name: 'misspelt dependsOn', plant: misspell(/dependsOn:\s*\n\s+- name: (?<word>[\w-]+)/) },
  { name: 'path that does not exist', plant: misspell(/\n {2}path: [^\n]*?(?<word>[a-z-]{4,})["']?\n/, KUSTOMIZATION) },
  {
    name: 'resource that does not exist',
    plant: misspell(/resources:\s*\n(?:\s+- [^\n]*\n)*?\s+- (?:\.\/)?(?<word>[a-z-]{4,})[^\n]*/, LIST),
  },
  {
    name: 'forgotten resource',
    plant: (text) =>
      LIST.test(text) && /\n\s+- (?:\.\/)?[a-z-]+\.yaml\n[\s\S]*- /.test(text)
        ? text.replace(/\n\s+- (?:\.\/)?[a-z-]+\.yaml(?=\n)/, '')
        : undefined,
  },
  { name: 'misspelt field of a release', plant: replace(/\n {2}interval:/, '\n  intervall:', RELEASE) },
  { name: 'misspelt field of a Kustomization', plant: replace(/\n {2}prune:/, '\n  purne:', KUSTOMIZATION) },
  { name: 'duration without a unit', plant: replace(/\n {2}interval: \w+/, '\n  interval: 30', /toolkit\.fluxcd\.io/) },
  {
    name: 'text in place of a boolean',
    plant: replace(/\n {2}(?<field>prune|wait): true/, '\n  $<field>: "true"', KUSTOMIZATION),
  },
  {
    name: 'version of an API that went away',
    plant: replace(/helm\.toolkit\.fluxcd\.io\/v2\b/, 'helm.toolkit.fluxcd.io/v2beta1'),
  },
  { name: 'misspelt kind', plant: replace(/\nkind: HelmRelease\n/, '\nkind: HelmRelase\n') },
  {
    name: 'misspelt store of an ExternalSecret',
    plant: misspell(/secretStoreRef:\s*\n(?:\s+kind: \w+\s*\n)?\s+name: (?<word>[\w-]+)/),
  },
  {
    name: 'misspelt parent of a route',
    plant: misspell(/parentRefs:\s*\n\s+- (?:kind: \w+\s*\n\s+)?name: (?<word>[\w-]+)/, /^kind: \w+Route$/m),
  },
  {
    name: 'misspelt key of a Secret',
    plant: misspell(/secretKeyRef:\s*\n\s+name: [\w-]+\s*\n\s+key: (?<word>[\w-]+)/),
  },
  {
    name: 'misspelt Secret of values',
    plant: misspell(/valuesFrom:\s*\n\s+- kind: \w+\s*\n\s+name: (?<word>[\w-]+)/, RELEASE),
  },
  {
    name: 'misspelt Secret for decryption',
    plant: misspell(/decryption:\s*\n\s+provider: sops\s*\n\s+secretRef:\s*\n\s+name: (?<word>[\w-]+)/),
  },
  {
    name: 'misspelt ConfigMap of vars',
    plant: misspell(/substituteFrom:\s*\n\s+- (?:kind: \w+\s*\n\s+)?name: (?<word>[\w-]+)/),
  },
  {
    name: 'misspelt target of a patch',
    plant: misspell(/target:\s*\n(?:\s+(?:group|version|kind|namespace): \S+\n)*\s+name: (?<word>[a-z-]+)\n/),
  },
  {
    name: 'two blocks with one name',
    plant: (text) =>
      KUSTOMIZATION.test(text) && text.split(/^---$/m).length > 1
        ? text.replace(/^---\n([\s\S]*)$/m, (whole) => `${whole}\n${whole}`)
        : undefined,
  },
  { name: 'wrong indentation', plant: replace(/\n {4}name: /, '\n   name: ', /^spec:/m) },
  {
    name: 'selector that fits no pod',
    plant: misspell(/kind: Service\n[\s\S]*?\n {2}selector:\n {4}[\w./-]+: (?<word>[\w-]{4,})/),
  },
  { name: 'account that does not exist', plant: misspell(/serviceAccountName: (?<word>[\w-]{4,})/) },
  {
    name: 'kustomization that waits for itself',
    plant: (text) => {
      const name = /\n {2}name: (\S+)/.exec(text)?.[1];
      return KUSTOMIZATION.test(text) && !text.includes('dependsOn') && name !== undefined && !name.includes('*')
        ? text.replace(/\nspec:\n/, `\nspec:\n  dependsOn:\n    - name: ${name}\n`)
        : undefined;
    },
  },
];

export const plantMistakes = async ({ clones, each, seed, show }: Options): Promise<void> => {
  let [found, planted, errors] = [0, 0, 0];
  const uses = new Map<string, number>();
  for (const clone of clones) {
    const folder = mkdtempSync(join(tmpdir(), 'fluxspan-plant-'));
    cpSync(clone, folder, { recursive: true });
    const stored = new Map<string, string>();
    const builds: BuildCache = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
    const audit = async () => (await runAudit({ folder, builds })).findings;
    const before = new Set((await audit()).map(identityOfFinding));
    const files = await filesOf(folder, builds);
    // What a Kustomization sets somewhere; ${HOME} is a shell's.
    const vars = new Set(
      files.flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
      ),
    );
    let random = seed;
    const pick = <T>(all: readonly T[]): T => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return all[random % all.length]!;
    };
    // The kinds that were planted least come first, so that ten repositories have all of them.
    const kinds = [...MISTAKES].sort((a, b) => (uses.get(a.name) ?? 0) - (uses.get(b.name) ?? 0));
    let own = 0;
    for (const { name, plant, isOfVars } of kinds) {
      if (own === each) break;
      const places = files.filter((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const after = plant(text);
        const isKnown = isOfVars !== true || vars.has(/\$\{([A-Z][A-Z0-9_]{4,})\}/.exec(text)?.[1] ?? '');
        return after !== undefined && after !== text && isKnown;
      });
      if (places.length === 0) continue;
      const file = pick(places);
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), plant(text)!);
      const fresh = (await audit()).filter((one) => !before.has(identityOfFinding(one)));
      writeFileSync(join(folder, file), text);
      own += 1;
      planted += 1;
      uses.set(name, (uses.get(name) ?? 0) + 1);
      const hits = fresh.filter((one) => isOf(one, file, newWord(text, plant(text)!)));
      if (hits.length > 0) found += 1;
      if (hits.some(({ severity }) => severity !== 'notice')) errors += 1;
      console.log(
        `${hits.length > 0 ? 'found' : 'MISSED'} | ${basename(clone)} | ${name} | ${file} | ${codes(hits)} | others: ${codes(fresh.filter((one) => !hits.includes(one)))}`,
      );
      if (show) {
        console.log(`    ${difference(text, plant(text)!)}`);
        for (const one of fresh)
          console.log(
            `    ${one.severity} ${one.code} ${one.file}:${one.line} ${one.message.slice(0, 180)} | ${one.fix.slice(0, 80)}`,
          );
      }
    }
    rmSync(folder, { recursive: true });
  }
  console.log(`${found} of ${planted} found, ${errors} of them as errors or warnings`);
};

/** In the file, about it, or about the wrong word; a folder that doesn't build fails as a whole. */
const isOf = (one: Finding, file: string, word: string): boolean =>
  one.file === file ||
  one.message.includes(file) ||
  (word !== '' && one.message.includes(word)) ||
  one.code === unbuiltFolder.code;

/** The word of the text after the mistake that the text before doesn't have. */
const newWord = (before: string, after: string): string =>
  [...after.matchAll(/[\w-]{4,}/g)].map(([word]) => word).find((word) => !before.includes(word)) ?? '';

const codes = (all: readonly Finding[]): string =>
  [...new Set(all.map(({ code, severity }) => `${severity} ${code}`))].join(', ') || 'none';

const difference = (before: string, after: string): string => {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `line ${at + 1}: ${a[at]?.trim()} -> ${b[at]?.trim()}`;
};

/** What Flux reads. */
const filesOf = async (folder: string, builds: BuildCache): Promise<readonly string[]> => {
  const repository = await openRepository({ folder, builds });
  const all = repository.roots.flatMap((root) => [...viewCluster(root, repository).view.owners.values()]);
  return [...new Set(all.flatMap(({ files, file }) => [...files, ...(file === undefined ? [] : [file])]))]
    .filter((file) => /\.ya?ml$/.test(file) && !/gotk-components|sops/.test(file))
    .sort();
};
