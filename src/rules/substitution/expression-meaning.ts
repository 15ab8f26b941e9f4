import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { expressionsOf } from '../../substitution/expressions-of.js';
import { findSites, type Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { type Expression, isDefaultOperator } from '../../substitution/template.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf, type Unit } from '../rule.js';

const expressionMeaning = defineDiagnostic({
  code: 'FX602',
  name: 'expression-meaning',
  severity: 'error',
  summary: 'Flux reads an expression differently from the shell that it comes from.',
  page: {
    example: 'say ${TF_NAME:+yes}   # a shell: "yes" if it is set; Flux: its value',
    right: 'say ${TF_NAME:=yes}',
  },
  exceptable: true,
});

/** Flux reads some expressions differently from the shell, where the syntax comes from. */
export const expressionMeaningRule = defineRule(
  [expressionMeaning],
  ({ units }, report, { index }) => {
    for (const unit of units) {
      for (const [object, path, found] of lateIn(unit, index)) report(tooLate(object, path, found));
      if (!unit.known.isSubstituted || unit.known.isSupposed === true) continue;
      const readSite = (object: StateObject, path: string, site: Site): void => {
        // The text as kustomize prints it before Flux reads it.
        const text = object.quoting?.texts.get(site) ?? site.text;
        for (const found of expressionsIn(site)) {
          const meaning = otherMeaning(found) ?? brokenDefault(found) ?? foldedPattern(found, text);
          if (meaning !== undefined) report(otherwise(object, path, found, meaning));
        }
      };
      for (const object of unit.objects) {
        for (const site of object.sites) if (!site.isKey) readSite(object, printPath(site.path), site);
      }
      for (const { object, path, parts } of unit.patched) {
        for (const { site } of parts) readSite(object, path, site);
      }
    }
  },
  { looksAtTree: true },
);

/**
 * Expressions in the commonMetadata of a unit's Kustomization. An annotation may hold any text; a label may not, unless
 * whatever applies the Kustomization substitutes there.
 */
const lateIn = (
  { entry, known, parent }: Unit,
  index: StateIndex,
): readonly (readonly [StateObject, string, Expression])[] => {
  const isSubstitutedBefore = parent !== undefined && index.unitOf.get(parent)?.known.isSubstituted === true;
  return entry.flatMap((object) =>
    findSites(specOf(object)['commonMetadata']).flatMap((site) => {
      const isOfLabel = site.path[0] === 'labels' && !isSubstitutedBefore;
      const found = expressionsIn(site).find(({ name }) => isOfLabel || known.vars.has(name));
      return found === undefined ? [] : [[object, printPath(['spec', 'commonMetadata', ...site.path]), found] as const];
    }),
  );
};

/** The expressions of a site; none if the text can't be parsed, which was already reported. */
const expressionsIn = ({ template }: Site): readonly Expression[] =>
  template instanceof SubstitutionError ? [] : expressionsOf(template);

/** What Flux makes of an expression, and what to write instead. */
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
          'leaves the value whole where the offset is not a number',
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

/** In a default, only the first `}` counts, and `$$` doesn't stand for a dollar. */
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

/** kustomize folds longer lines at a space, even inside of an expression, before Flux looks for expressions. */
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

/**
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#common-metadata: Flux adds labels and annotations last.
 */
const tooLate = (object: StateObject, path: string, { name }: Expression) =>
  diagnose(expressionMeaning, {
    message: `Flux adds commonMetadata after it has substituted, so \${${name}} stays there as it is`,
    at: placeIn(object, path),
    fix: 'set the label or annotation on the objects that `build` makes',
  });

const otherwise = (
  object: StateObject,
  path: string,
  { name, operator }: Expression,
  [what, fix]: readonly [string, string],
) =>
  diagnose(expressionMeaning, {
    message: `Flux ${what}, in \${${name}${operator}…}`,
    at: placeIn(object, path),
    fix,
  });
