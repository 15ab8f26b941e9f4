import { join } from 'node:path';
import { textOf } from '../files/lossless-text.js';
import { readRegularFile } from '../files/read-file.js';
import { type FileMarks, marksOf } from './file-marks.js';
import type { GitFile } from './git-files.js';
import { isYaml } from './is-yaml.js';
import type { ParsedFiles } from './parsed-files.js';
import { MEGABYTES, tryReadBlob } from './read-blob.js';

/** What a reader needs of git. */
export interface BlobSource {
  /** The output of `git cat-file --batch`. */
  run(blobs: readonly string[]): Buffer;
  /** Why git can't read a blob that it listed. */
  refuse(blob: string): Error;
}

/** Reads the texts of blobs and files of a repository, each of them once. */
export class TextReader {
  readonly #top: string;
  readonly #parsed: ParsedFiles;
  readonly #git: BlobSource;
  readonly #texts = new Map<string, string>();
  readonly #onDisk = new Map<string, string>();
  readonly #expected: (() => readonly GitFile[])[] = [];
  #runs = 0;

  /** @param top the repository's root, absolute */
  constructor(top: string, parsed: ParsedFiles, git: BlobSource) {
    this.#top = top;
    this.#parsed = parsed;
    this.#git = git;
  }

  /**
   * The texts of blobs, by id; it may have others, too. Where they are few and the work tree has them, judging by their
   * hashes, git isn't run.
   *
   * @param files the blobs, with the paths that may have them
   */
  readFiles(files: readonly GitFile[]): ReadonlyMap<string, string> {
    return this.read(this.#readFew(files));
  }

  /** Reads blobs from the work tree, if they are few. Returns those that are still to be read. */
  #readFew(files: readonly GitFile[]): readonly string[] {
    const missing = new Map<string, string>();
    for (const { path, blob } of files) if (!this.#texts.has(blob)) missing.set(blob, path);
    for (const [blob, path] of missing.size <= FEW ? missing : []) {
      const text = tryReadBlob(join(this.#top, path), blob);
      if (text === undefined) continue;
      this.#texts.set(blob, text);
      missing.delete(blob);
    }
    return [...missing.keys()];
  }

  /** Files that are likely to be read: once git has run several times for a few files, it reads all of these, too. */
  expect(files: () => readonly GitFile[]): void {
    this.#expected.push(files);
  }

  /** The texts of blobs, by id, in one run of git; it may have others, too. */
  read(blobs: readonly string[]): ReadonlyMap<string, string> {
    const gone = this.#read(blobs).find((blob) => blobs.includes(blob));
    if (gone !== undefined) throw this.#git.refuse(gone);
    return this.#texts;
  }

  /** Reads blobs that weren't read before. Returns those that the clone doesn't have. */
  #read(blobs: readonly string[]): readonly string[] {
    const isMissing = (blob: string): boolean => !this.#texts.has(blob);
    const wanted = [...new Set(blobs)].filter(isMissing);
    if (wanted.length === 0) return [];
    this.#runs++;
    if (this.#runs > FEW_RUNS) {
      wanted.push(
        ...new Set(
          this.#expected
            .splice(0)
            .flatMap((files) => files().map(({ blob }) => blob))
            .filter(isMissing),
        ),
      );
    }
    const gone: string[] = [];
    const output = this.#git.run(wanted);
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [blob, type, size] = output.toString('utf8', at, end).split(' ');
      at = end + 1;
      if (type !== 'blob') {
        gone.push(blob!);
        continue;
      }
      this.#texts.set(blob!, textOf(output.subarray(at, at + Number(size))));
      at += Number(size) + 1;
    }
    return gone;
  }

  /** The marks of YAML files. A blob that the clone doesn't have has none. */
  marks(files: readonly GitFile[]): ReadonlyMap<string, FileMarks> {
    const found = new Map<string, FileMarks>();
    const unknown: GitFile[] = [];
    for (const file of files) {
      const marks = this.#parsed.tryMarks(file.blob);
      if (marks === undefined) unknown.push(file);
      else found.set(file.path, marks);
    }
    this.#read(this.#readFew(unknown));
    for (const { path, blob } of unknown) {
      const text = this.#texts.get(blob);
      if (text !== undefined)
        found.set(
          path,
          this.#parsed.marksOfBlob(blob, () => text),
        );
    }
    return found;
  }

  /** The YAML files that have marks, by path. @param onDisk files of the work tree that git doesn't have */
  marked(blobs: ReadonlyMap<string, string>, onDisk: Iterable<string>): ReadonlyMap<string, FileMarks> {
    const found = new Map<string, FileMarks>();
    const unknown: GitFile[] = [];
    for (const [path, blob] of blobs) {
      if (!isYaml(path)) continue;
      const marks = this.#parsed.tryMarks(blob);
      if (marks === undefined) unknown.push({ path, blob });
      else if (isMarked(marks)) found.set(path, marks);
    }
    for (const [path, marks] of this.marks(unknown)) if (isMarked(marks)) found.set(path, marks);
    for (const path of onDisk) if (isYaml(path)) found.set(path, this.#marksOnDisk(path));
    return found;
  }

  #marksOnDisk(path: string): FileMarks {
    try {
      return marksOf(this.onDisk(path));
    } catch {
      // Whoever needs the file reports that it can't be read.
      return marksOf('');
    }
  }

  /** The text of a file of the work tree, which may differ from the index. */
  onDisk(path: string): string {
    let text = this.#onDisk.get(path);
    if (text === undefined) {
      text = textOf(readRegularFile(join(this.#top, path), MEGABYTES));
      this.#onDisk.set(path, text);
    }
    return text;
  }
}

const isMarked = ({ namesKustomization, pathLines }: FileMarks): boolean => namesKustomization || pathLines.length > 0;

/** For so few files, a run of git takes longer than to read them. */
const FEW = 50;
const FEW_RUNS = 3;
