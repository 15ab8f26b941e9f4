import { isYaml } from '../../applied/is-yaml.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import type { FolderTree } from '../folder-tree.js';
import type { MadeObject } from './made-object.js';

/** Whether anything has the name of an object as a word: a YAML file, or Terraform outside of the object's own block. */
export type IsMentioned = (one: Pick<MadeObject, 'name' | 'address'>) => boolean;

/** Manifests of CRDs have every word. */
const OF_CRDS = /^kind:\s*CustomResourceDefinition\b/m;

/** @see IsMentioned */
export const openMentions = (
  { blobs, textOf }: Pick<FolderTree, 'blobs' | 'textOf'>,
  reads: readonly TerraformRead[],
): IsMentioned => {
  /** By word, the blocks that have it; undefined stands for YAML. */
  let found: ReadonlyMap<string, ReadonlySet<string | undefined>> | undefined;
  const find = () => {
    const words = new Map<string, Set<string | undefined>>();
    const add = (value: unknown, from: string | undefined): void => {
      for (const word of wordsIn(value)) {
        const there = words.get(word);
        if (there === undefined) words.set(word, new Set([from]));
        else there.add(from);
      }
    };
    for (const path of blobs.keys()) {
      const text = isYaml(path) ? textOf(path) : undefined;
      if (text !== undefined && !OF_CRDS.test(text)) add(text, undefined);
    }
    for (const { resources, unseen } of reads) {
      for (const { address, attributes, partialTexts } of [...resources, ...unseen])
        add([attributes, ...partialTexts.values()], blockOf(address));
    }
    return words;
  };
  return ({ name, address }) => {
    if (!WORD.test(name)) return true;
    found ??= find();
    const block = blockOf(address);
    // Several roots may have the same block, one for each cluster.
    return [...(found.get(name) ?? [])].some((from) => from !== block);
  };
};

const WORD = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const WORDS = /[a-z0-9](?:[a-z0-9-]*[a-z0-9])?/gi;

/** An address without instance keys. */
const blockOf = (address: string): string => address.replace(/\[(?:[^\]"]|"[^"]*")*\]/g, '');

const wordsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.match(WORDS) ?? [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
};
