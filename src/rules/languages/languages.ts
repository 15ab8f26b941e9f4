import type { LanguageName } from '../../knowledge/form/language-field.js';
import { readFluxExpression } from '../../schema/cel/flux-expression.js';
import { cronFault, isCron } from '../../schema/native/cron.js';
import { re2Fault } from '../../schema/pattern.js';
import { emptyRangeFault } from './empty-range.js';
import { goDurationFault } from './go-duration.js';
import { jsonPointerFault } from './json-pointer.js';
import { labelSelectorFault } from './label-selector.js';
import { readPatch } from './patch.js';
import { semverRangeFault } from './semver-range.js';

interface Language {
  /** What a text in the language is called, in words that continue `isn't`. */
  readonly called: string;
  /** What is wrong with a text; undefined if it's valid. */
  readonly faultOf: (text: string) => string | undefined;
  readonly fix: string;
  /** Why a valid text picks nothing; undefined if it may pick something. @default - it always may */
  readonly emptyBecause?: (text: string) => string | undefined;
}

const cronWords = (schedule: string): string => {
  const fault = cronFault(schedule);
  return fault === undefined
    ? 'it has to be five fields, each in its range'
    : `its ${fault.called} is "${fault.text}", and has to be ${fault.takes}`;
};

const textOrNone = (result: unknown): string | undefined => (typeof result === 'string' ? result : undefined);

/** The languages of {@link languageFields}, each read as the controllers read it. */
export const languages: Readonly<Record<LanguageName, Language>> = {
  cel: {
    called: 'a CEL expression that Flux can parse',
    faultOf: (text) => textOrNone(readFluxExpression(text)),
    fix: "Correct the expression, such as status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
  },
  cron: {
    called: 'a schedule that cron can parse',
    faultOf: (text) => (isCron(text) ? undefined : cronWords(text)),
    fix: 'Write minute, hour, day of month, month and day of week, such as "0 3 * * 1-5", or @daily',
  },
  'go-duration': {
    called: 'a duration that Go can parse',
    faultOf: goDurationFault,
    fix: 'Write it as 90s, 5m or 1h30m; a day is 24h',
  },
  'json-pointer': {
    called: 'a JSON pointer, so it ignores nothing',
    faultOf: jsonPointerFault,
    fix: 'Write it as /spec/replicas; in a key, / is ~1 and ~ is ~0',
  },
  'label-selector': {
    called: 'a selector that Kubernetes can parse',
    faultOf: labelSelectorFault,
    fix: 'Write it as app=web,tier in (a, b),!old',
  },
  patch: {
    called: 'a patch that kustomize can parse',
    faultOf: (text) => textOrNone(readPatch(text)),
    fix: 'Write an object with kind and metadata.name to merge, or a list of JSON 6902 operations',
  },
  re2: {
    called: 'a regular expression that Go can compile',
    faultOf: re2Fault,
    fix: 'Write it in the syntax of RE2: https://github.com/google/re2/wiki/Syntax',
  },
  'semver-range': {
    called: 'a range of versions that Flux can parse',
    faultOf: semverRangeFault,
    emptyBecause: emptyRangeFault,
    fix: 'Write a version or a range: "1.2.3", "1.x", "~1.2" or ">=1.2.0 <2.0.0"',
  },
};
