import { expect, test } from 'vitest';
import { textReads } from '../../../src/rules/values/text-reads.js';
import { findHelm, helmTemplate } from '../../support/helm.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

/** Texts, and whether Helm fails on them where `a` is an empty map. */
const texts: readonly (readonly [string, boolean])[] = [
  ['{{ .Values.a.b.c }}', true],
  ['{{ .Values.a.b.c | default 1 }}', true],
  ['{{ if .Values.a.b.c }}{{ end }}', true],
  ['{{ or .Values.a.b.c 1 }}', true],
  ['{{ $.Values.a.b.c.d }}', true],
  ['{{ printf "%v" (quote .Values.a.b.c) }}', true],
  ['{{ .Values.a.b }}', false],
  ['{{ .Values.a.b | default 1 }}', false],
  ['{{ (.Values.a.b).c }}', false],
  ['{{ or 1 .Values.a.b.c }}', false],
  ['{{ and .Values.a.b .Values.a.b.c }}', false],
  ['{{ with .Values.a.b }}{{ $.Values.a.b.c }}{{ end }}', false],
  ['{{ dig "b" "c" 1 .Values.a }}', false],
];

test.each(texts)('%s', (text, fails) => {
  const [read] = textReads({ text });
  expect((read?.needs ?? []).some((path) => path.length > 2)).toBe(fails);
});

const helm = findHelm();

test.skipIf(helm === undefined)('helm template says the same (skipped where helm is not installed)', () => {
  const chart = temporaryFolder();
  writeFiles(chart, {
    'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 1.0.0\n',
    'values.yaml': 'a: {}\n',
    'templates/a.yaml': 'a: {{ tpl .Values.text . | quote }}\n',
  });
  const failing = texts.filter(([text]) => helmTemplate(helm!, chart, { text }) === undefined);
  expect(failing).toEqual(texts.filter(([, fails]) => fails));
});
