import { describe, expect, it } from 'vitest';
import { reasonIn } from '../../../src/applied/build/kustomize-reason.js';

const patch =
  '\tpatch: |\n\t  apiVersion: v1\n\t  kind: Secret\n\t  metadata: {name: login}\n\t  stringData: {a: hunter, 5}: x}';
const block = (text: string) => `E1122 15:22:14.305291 6230 run.go:72] "command failed" err=<\n${text}\n >\n`;
const line = (text: string) => `E1122 15:22:14.305291 6230 run.go:72] "command failed" err=${JSON.stringify(text)}\n`;
const QUOTED = `trouble configuring builtin PatchTransformer with config: \`\n${patch}\n\t\`: unable to parse SM or JSON patch from [patch: "kind: Secret\\nstringData: {a: hunter, 5}: x}"]`;

describe('the reason of a kustomize error', () => {
  it.each([
    [
      'a patch',
      QUOTED,
      'trouble configuring builtin PatchTransformer (Secret/login): unable to parse SM or JSON patch',
    ],
    [
      'a patch with a target',
      'trouble configuring builtin PatchTransformer with config: `\n\tpatch: hunter\n\ttarget:\n\t  kind: Secret\n\t`: unable to parse SM or JSON patch from [patch: "hunter"]',
      'trouble configuring builtin PatchTransformer (Secret): unable to parse SM or JSON patch',
    ],
    [
      'operations',
      'trouble configuring builtin PatchJson6902Transformer with config: `\n\tjsonOp: hunter\n\ttarget:\n\t  kind: Secret\n\t  name: s\n\t`: decoding "hunter": json: cannot unmarshal string into Go value of type jsonpatch.Patch',
      'trouble configuring builtin PatchJson6902Transformer (Secret/s): decoding the patch: json: cannot unmarshal string into Go value of type jsonpatch.Patch',
    ],
    [
      'a literal',
      'loading KV pairs: literal sources [hunter]: invalid literal source hunter, expected key=value',
      'loading KV pairs: a literal source is invalid, expected key=value',
    ],
    [
      'a value of another kind',
      'wrong Node Kind for stringData expected: MappingNode was ScalarNode: value: {hunter}',
      'wrong Node Kind for stringData expected: MappingNode was ScalarNode: value: {…}',
    ],
  ])('does not quote %s', (_, text, reason) => {
    expect(reasonIn(block(text))).toBe(reason);
    expect(reasonIn(line(text))).toBe(reason);
    expect(reasonIn(`# Warning: old\nerror: ${text}\n`)).toBe(reason);
  });

  it.each([
    [
      'trouble configuring builtin PatchTransformer with config: `\n\tpath: p.yaml\n\t`: unable to parse SM or JSON patch from [path: "p.yaml"]',
      'trouble configuring builtin PatchTransformer (p.yaml): unable to parse SM or JSON patch from path: "p.yaml"',
    ],
    [
      "accumulating resources: accumulating resources from 's.yaml': MalformedYAMLError: yaml: line 6: mapping values are not allowed in this context in File: s.yaml",
      "accumulating resources: accumulating resources from 's.yaml': MalformedYAMLError: yaml: line 6: mapping values are not allowed in this context in File: s.yaml",
    ],
    [
      "accumulating resources: accumulation err='accumulating resources from 'a': read a: is a directory': recursed accumulation of path 'a': accumulating components: accumulateDirectory: \"recursed accumulation of path 'b': no matches for Id x\"",
      "recursed accumulation of path 'b': no matches for Id x",
    ],
  ])('keeps the file: %s', (text, reason) => expect(reasonIn(line(text))).toBe(reason));
});

it('reasonIn quotes neither whole objects that Go prints nor endless texts', () => {
  const object =
    'map[string]interface {}{"apiVersion":"v1", "data":map[string]interface {}{"a":"hunter2"}, "kind":"Secret", "metadata":map[string]interface {}{"annotations":map[string]interface {}{"x":"y"}, "name":"pull", "namespace":"web"}}';
  expect(reasonIn(`error: ${object}: yaml: control characters are not allowed\n`)).toBe(
    'Secret/pull: yaml: control characters are not allowed',
  );
  expect(reasonIn(`error: ${'x'.repeat(100_000)}\n`).length).toBeLessThan(700);
});
