import { describe, expect, it } from 'vitest';
import { ParsedFiles } from '../../src/applied/parsed-files.js';
import { YamlError } from '../../src/yaml/yaml-error.js';

const flux = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: yes }
`;

/** Reads a text through a cache, twice as two runs do, and says whether the second run read the text. */
const readTwice = (text: string) => {
  const cache = new Map<string, string>();
  const read = () => {
    let reads = 0;
    const files = new ParsedFiles(cache);
    const get = () => {
      reads++;
      return text;
    };
    const marks = files.marksOfBlob('id', get);
    const objects = files.objectsOfBlob('id', get);
    return { marks, objects, isRead: reads > 0 };
  };
  return { first: read(), second: read(), cache };
};

describe('the objects and marks of a blob', () => {
  it('are the same in the next run, which does not read the file', () => {
    const { first, second } = readTwice(flux);
    expect(first.marks).toEqual({
      namesKustomization: true,
      mayHaveWords: true,
      pathLines: ['spec: { path: ./apps, prune: yes }'],
    });
    expect(second).toEqual({ ...first, isRead: false });
    expect(second.objects).toEqual([expect.objectContaining({ spec: { path: './apps', prune: 'yes' } })]);
  });

  it('keep nothing of a Secret that is not encrypted', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { path: hidden }\n';
    const { second, cache } = readTwice(secret);
    expect(second.isRead).toBe(true);
    expect([...cache]).toEqual([]);
    expect(readTwice(`${secret}sops: { mac: a }\n`).second.isRead).toBe(false);
  });

  it('keep of a Secret without a path that it names nothing', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { key: hidden }\n';
    const cache = new Map<string, string>();
    expect(new ParsedFiles(cache).marksOfBlob('id', () => secret).pathLines).toEqual([]);
    expect([...cache]).toEqual([['id', '']]);
    expect(new ParsedFiles(cache).tryMarks('id')).toEqual({
      namesKustomization: false,
      mayHaveWords: false,
      pathLines: [],
    });
    expect(new ParsedFiles(cache).objectsOfBlob('id', () => secret)).toHaveLength(1);
    expect(JSON.stringify([...cache])).not.toContain('hidden');
  });

  it.each([['{'], ['null'], ['[1]'], ['[1,0,[2]]'], ['[1,0,"path"]']])(
    'are read again for a damaged entry: %s',
    (entry) => {
      const files = new ParsedFiles(new Map([['id', entry]]));
      expect(files.marksOfBlob('id', () => flux).namesKustomization).toBe(true);
      expect(files.objectsOfBlob('id', () => flux)).toHaveLength(1);
    },
  );

  it('report a fault in each run, in the same words, and parse the file again only for them', () => {
    const cache = new Map<string, string>();
    const text = 'kind: Secret\npath: hidden\na: [';
    const faults = [1, 2, 3].map(() => {
      let reads = 0;
      const fault = (() => {
        try {
          return new ParsedFiles(cache).objectsOfBlob('id', () => {
            reads++;
            return text;
          });
        } catch (error) {
          return error;
        }
      })();
      expect(fault).toBeInstanceOf(Error);
      const before = reads;
      const { message, cause } = fault as Error;
      return { before, reads, message, text: String(fault), cause };
    });
    expect(faults.map(({ before, reads }) => [before, reads])).toEqual([
      [1, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(faults[0]!.message).not.toBe('');
    expect(faults[0]!.cause).toBeInstanceOf(YamlError);
    for (const again of faults.slice(1)) {
      expect([again.message, again.text]).toEqual([faults[0]!.message, faults[0]!.text]);
      expect(again.cause).toEqual(faults[0]!.cause);
    }
    expect(JSON.stringify([...cache])).not.toContain('hidden');
    expect(new ParsedFiles(cache).tryMarks('id')).toBeUndefined();
  });

  it("keep the marks of a file that can't be parsed", () => {
    const cache = new Map<string, string>();
    const text = `${flux}a: [`;
    expect(() => new ParsedFiles(cache).objectsOfBlob('id', () => text)).toThrow();
    expect(new ParsedFiles(cache).tryMarks('id')).toEqual(new ParsedFiles().marksOfBlob('id', () => text));
  });
});
