import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { patchedTexts } from '../../../compile/patched-texts.js';
import { diagnose } from '../../../diagnostics/index.js';
import { eachText } from '../../../substitution/each-text.js';
import { isDisabled } from '../../../substitution/is-disabled.js';
import { parseTemplate } from '../../../substitution/parse-template.js';
import { SubstitutionError } from '../../../substitution/substitution-error.js';
import { type Expression, isDefaultOperator, type TemplateNode } from '../../../substitution/template.js';
import { specOf } from '../../cluster-index.js';
import { eachTemplate } from '../../each-template.js';
import type { Rule } from '../../rule.js';

/** Flux reads some expressions otherwise than the shell that they are borrowed from. */
export const expressionMeaning: Rule = ({ addons }, report) => {
  for (const addon of addons) {
    const { vars } = addon.built.inputs;
    if (vars.size === 0) continue;
    const readText = (object: CompiledObject, path: string, text: string): void => {
      for (const found of expressionsOf(text)) {
        const meaning = otherMeaning(found) ?? brokenDefault(found) ?? foldedPattern(found, text);
        if (meaning !== undefined) report(otherwise(object, path, found, meaning));
      }
    };
    for (const object of addon.objects) {
      if (isDisabled(object.json)) continue;
      eachTemplate(object.json, (text, path) => readText(object, path, text));
    }
    for (const { object, path, parts } of patchedTexts(addon)) {
      for (const { text } of parts) readText(object, path, text);
    }
    for (const object of addon.entry) {
      eachText(specOf(object)['commonMetadata'], (text, [where, key]) => {
        const found = expressionsOf(text).find(({ name }) => vars.has(name));
        if (found !== undefined) report(tooLate(object, `spec.commonMetadata.${where}["${key}"]`, found));
      });
    }
  }
};

const expressionsOf = (text: string): readonly Expression[] => {
  let open: readonly TemplateNode[];
  try {
    open = parseTemplate(text).nodes;
  } catch (error) {
    // It has been reported.
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
  const found: Expression[] = [];
  while (open.length > 0) {
    const expressions = open.filter((node) => typeof node !== 'string');
    found.push(...expressions);
    open = expressions.flatMap(({ args }) => args);
  }
  return found;
};

/** What Flux makes of it, and what to write instead. */
const otherMeaning = ({ name, operator, args }: Expression): readonly [string, string] | undefined => {
  const [first = ''] = args;
  switch (operator) {
    case ':+':
      return ['takes `:+` for `:-`: the word where the var is empty', `write \${${name}:=word} if that is meant`];
    case ':?':
      return [
        'never fails at `:?`, and puts the message in',
        `write \${${name}}: without the var Flux 2.9 fails by itself`,
      ];
    case '=':
      return ['takes `=` for `:=`: an empty value is replaced too', `write \${${name}:=word}`];
    case ':':
      if (typeof first === 'string' && !/^\s*\d+\s*$/.test(first)) {
        return [
          'leaves the value whole where the offset is no number',
          'write an offset of digits, counted from the start',
        ];
      }
      return args.some((arg) => typeof arg === 'string' && /^\s*-/.test(arg))
        ? ['panics at a negative length, again and again', 'write a length of digits']
        : undefined;
    case '/':
    case '//':
    case '/#':
    case '/%':
      return typeof first === 'string' && /[*?[]/.test(first)
        ? ['replaces the very text, and knows no pattern here', 'write the text that is to be replaced']
        : undefined;
    default:
      return undefined;
  }
};

/** Only the first `}` counts, and `$$` stands for a dollar everywhere but here. */
const brokenDefault = ({ name, operator, args }: Expression): readonly [string, string] | undefined => {
  if (!isDefaultOperator(operator)) return undefined;
  if (args.some((arg) => typeof arg === 'string' && arg.includes('{'))) {
    return [
      'ends the default at the first `}`, and what follows is text',
      `give the var \${${name}} its default in infra.vars: .default('{}')`,
    ];
  }
  return args.some((arg) => typeof arg === 'string' && arg.includes('$$'))
    ? ['leaves `$$` in a default as it is', 'write a single $ there']
    : undefined;
};

/** Lines longer than this are folded at a space, also inside of an expression, before Flux looks for the pattern. */
const WIDTH = 80;

const foldedPattern = ({ operator, args }: Expression, text: string): readonly [string, string] | undefined => {
  const [pattern] = args;
  return /^[/#%]/.test(operator) &&
    typeof pattern === 'string' &&
    pattern.includes(' ') &&
    text.length > WIDTH &&
    !text.includes('\n')
    ? [
        'may find the line folded at the space of the pattern',
        'write a pattern without a space, or a text of several lines',
      ]
    : undefined;
};

/** https://fluxcd.io/flux/components/kustomize/kustomizations/#common-metadata: labels and annotations come last. */
const tooLate = (object: CompiledObject, path: string, { name }: Expression) =>
  diagnose('FX602', {
    message: `Flux adds commonMetadata after it has substituted, so \${${name}} stays there as it is`,
    at: { addon: object.addon, object: object.title, path },
    fix: 'set the label or annotation on the objects that `build` makes',
  });

const otherwise = (
  object: CompiledObject,
  path: string,
  { name, operator }: Expression,
  [what, fix]: readonly [string, string],
) =>
  diagnose('FX602', {
    message: `Flux ${what}, in \${${name}${operator}…}`,
    at: { addon: object.addon, object: object.title, path },
    fix,
  });
