import type { Diagnostic } from '../diagnostics/index.js';
import type { ChangeRule, FirstStep } from './change-rule.js';

/** A problem that a change rule has found. */
export interface Finding {
  readonly rule: ChangeRule;
  readonly problem: Diagnostic;
}

export const problemsOf = (findings: readonly Finding[]): readonly Diagnostic[] =>
  findings.map(({ problem }) => problem);

/** The findings that a handover, or an adoption, resolves. */
export const callsFor = (step: FirstStep, findings: readonly Finding[]): readonly Diagnostic[] =>
  problemsOf(findings.filter(({ rule }) => rule.callsFor === step));

/** The findings that remain once a first step is applied. */
export const leftAfter = (step: FirstStep, findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ rule }) => rule.settledBy?.includes(step) !== true);
