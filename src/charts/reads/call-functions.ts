import { Use } from './abstract-value.js';
import { copy } from './collection-functions.js';
import type { Machine, TemplateFunction } from './machine.js';
import { mark, passOn } from './marks.js';
import { join, missing, opaque, textsOf, type Value } from './value.js';

/** A text that is YAML, as what it holds. */
const fromText: TemplateFunction = ([text = []], machine) => {
  const found: Value[] = [];
  for (const atom of text) {
    if (atom.kind === 'yaml') found.push(copy(atom.of, machine.heap));
    else if (atom.kind === 'constant')
      found.push(
        typeof atom.value === 'string' && atom.value.trim() === ''
          ? machine.heap.dict(new Map())
          : machine.parse(atom.value),
      );
    else {
      mark([atom], Use.text);
      found.push(opaque);
    }
  }
  return join(...found);
};

const include: TemplateFunction = ([name = [], dot = missing], machine) => callAll(name, dot, machine);

/** Runs the templates that a name may mean. */
export const callAll = (name: Value, dot: Value, machine: Machine): Value => {
  const names = textsOf(name);
  const results = names?.map((one) => machine.include(one, dot)) ?? [undefined];
  if (names === undefined) machine.tell('a template whose name is only known when it runs');
  if (results.includes(undefined)) passOn(dot);
  return join(...results.map((result) => result ?? opaque));
};

const tpl: TemplateFunction = ([text = [], dot = missing], machine) => {
  const found: Value[] = [];
  for (const atom of text) {
    if (atom.kind === 'constant') found.push(typeof atom.value === 'string' ? machine.tpl(atom.value, dot) : opaque);
    else if (atom.kind === 'yaml') {
      runDefaults(atom.of, dot, machine);
      found.push([atom]);
    } else {
      mark([atom], Use.text);
      if (atom.kind === 'values') runDefaults([atom], dot, machine);
      found.push(opaque);
    }
  }
  return join(...found);
};

/** The templates that the default values hold read values too. */
const runDefaults = (value: Value, dot: Value, machine: Machine): void => {
  for (const atom of value) {
    if (atom.kind !== 'values') continue;
    const pending: unknown[] = [...atom.node.defaults];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (typeof one === 'string') {
        if (one.includes('{{')) passOn(machine.tpl(one, dot));
      } else if (typeof one === 'object' && one !== null) pending.push(...Object.values(one));
    }
  }
};

/** Functions that run templates, or read what they print. */
export const callFunctions: Readonly<Record<string, TemplateFunction>> = {
  fromJson: fromText,
  fromJsonArray: fromText,
  fromToml: fromText,
  fromYaml: fromText,
  fromYamlArray: fromText,
  mustFromJson: fromText,
  include,
  tpl,
};
