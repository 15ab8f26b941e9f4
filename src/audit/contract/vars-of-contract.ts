import type { Contract, ContractConfigMap, ContractVar, Reader } from '../../contract/index.js';
import { compareText } from '../../json/compare-text.js';
import { inferVar } from '../../var-safety/infer-var.js';
import type { VarUse } from '../../var-safety/var-uses.js';
import { type AllWrittenData, findWritten } from '../terraform/written-data.js';
import type { OutsideSource, OutsideVar } from './outside-vars.js';

/** A part of a contract, with what a contract can't say of it, in words. */
export interface ContractPart extends Partial<Pick<Contract, 'vars' | 'values' | 'secrets' | 'configMaps'>> {
  readonly left: readonly string[];
}

interface Group {
  readonly name: string;
  readonly namespaces: Set<string>;
  readonly readBy: Set<string>;
}

/** Flux takes no other name. */
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

/**
 * The vars that come from ConfigMaps outside of the tree. The ConfigMap that most Kustomizations read is the main one; each
 * other one counts as that of another Terraform state, so that it has a module of its own.
 */
export const varsOfContract = (
  vars: readonly OutsideVar[],
  sources: readonly (OutsideSource & { readonly owner: string })[],
  written: AllWrittenData,
): ContractPart => {
  const groups = groupsOf(sources);
  const ofConfigMaps = vars.filter(({ source, name }) => source.kind === 'ConfigMap' && NAME.test(name));
  const used = groups.filter(({ name }) => ofConfigMaps.some(({ source }) => source.name === name));
  const stateOf = (configMap: string): string | undefined => (configMap === used[0]?.name ? undefined : configMap);
  const found: Record<string, ContractVar> = {};
  const left: string[] = groups
    .filter((one) => !used.includes(one))
    .map(({ name }) => `ConfigMap "${name}": no var that is read must come from it`);
  for (const name of [...new Set(ofConfigMaps.map((one) => one.name))].sort(compareText)) {
    const own = ofConfigMaps.filter((one) => one.name === name);
    const group = used.find((one) => own.some(({ source }) => source.name === one.name))!;
    const others = new Set(own.flatMap(({ source }) => (source.name === group.name ? [] : [source.name])));
    for (const other of others)
      left.push(`var ${name} of ConfigMap "${other}": the contract has it of ConfigMap "${group.name}"`);
    const state = stateOf(group.name);
    found[name] = {
      ...(state === undefined ? {} : { from: state }),
      schema: inferVar({ name, value: certainValue(own, written), ...useOf(own) }).schema,
      required: own.some(({ isRequired }) => isRequired),
      declaredBy: [...new Set(own.map(({ owner }) => owner))].sort(compareText),
      readBy: own.flatMap(({ readBy }) => readBy).sort(compareReaders),
    };
  }
  const configMaps = used.flatMap(({ name, namespaces, readBy }) =>
    [...namespaces].sort(compareText).map((namespace): ContractConfigMap => {
      const state = stateOf(name);
      return {
        ...(state === undefined ? {} : { from: state }),
        namespace,
        name,
        holds: 'vars',
        labels: {},
        readBy: [...readBy].sort(compareText),
      };
    }),
  );
  return { vars: found, configMaps, left };
};

/** By name; the one that most Kustomizations read first. */
const groupsOf = (sources: readonly (OutsideSource & { readonly owner: string })[]): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const { kind, name, namespace, owner } of sources) {
    if (kind !== 'ConfigMap') continue;
    const group = groups.get(name) ?? { name, namespaces: new Set(), readBy: new Set() };
    groups.set(name, group);
    group.namespaces.add(namespace);
    group.readBy.add(owner);
  }
  return [...groups.values()].sort((a, b) => b.readBy.size - a.readBy.size || compareText(a.name, b.name));
};

const useOf = (all: readonly OutsideVar[]): VarUse => ({
  fields: [...new Set(all.flatMap(({ use }) => use.fields))],
  isWhole: all.every(({ use }) => use.isWhole),
});

/** What Terraform writes, if that is certain and the same for all. */
const certainValue = (all: readonly OutsideVar[], written: AllWrittenData): string | undefined => {
  const values = new Set(
    all.map(({ name, source }) => {
      const parts = findWritten(written, source.kind, source.namespace, source.name)?.texts.get(name);
      return parts?.length === 1 ? parts[0] : undefined;
    }),
  );
  return values.size === 1 ? [...values][0] : undefined;
};

const compareReaders = (a: Reader, b: Reader): number =>
  compareText(a.addon, b.addon) ||
  compareText(a.object ?? '', b.object ?? '') ||
  compareText(a.path ?? '', b.path ?? '');
