import { scanBlockScalar } from './scan-block-scalar.js';
import { scanPlainScalar } from './scan-plain-scalar.js';
import { scanQuotedScalar } from './scan-quoted-scalar.js';
import { type Directive, scanAnchor, scanDirective, scanTag, type TagParts } from './scan-tag.js';
import { isBlank, isBlankOrEnd, YamlCursor } from './yaml-cursor.js';

export type TokenType =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

export interface Token {
  readonly type: TokenType;
  /** Of its start, from 0. */
  readonly line: number;
  /** Of its start, from 0. */
  readonly column: number;
  /** The scalar's content, or the name of an anchor or alias. */
  readonly value?: string;
  /** True for a scalar without quotes, which may be a number and the like. */
  readonly isPlain?: boolean;
  readonly tag?: TagParts;
  readonly directive?: Directive;
}

/** A place where a key may have started, known to be one only if a `:` follows. */
interface SimpleKey {
  isPossible: boolean;
  readonly isRequired: boolean;
  /** Counted over the whole stream. */
  readonly tokenNumber: number;
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

// go-yaml's limits.
const MAX_DEPTH = 10_000;
const MAX_SIMPLE_KEY_LENGTH = 1024;
// Taken tokens are let go of in batches; emptying the queue each time would cost an allocation for each token.
const QUEUE_SLACK = 256;

/**
 * Splits YAML 1.1 into tokens as go-yaml v2 (and libyaml, from which it comes) does: lazily, since an error
 * counts only once the reader gets there.
 */
export class YamlScanner {
  readonly #cursor: YamlCursor;
  readonly #queue: Token[] = [];
  #head = 0;
  #takenCount = 0;
  #indent = -1;
  readonly #outerIndents: number[] = [];
  #flowLevel = 0;
  #mayStartKey = true;
  /** One for each level of flow collections, and one for the block around them. */
  readonly #simpleKeys: SimpleKey[] = [
    { isPossible: false, isRequired: false, tokenNumber: -1, position: 0, line: 0, column: 0 },
  ];
  /** The level whose possible key starts with a token. */
  readonly #keyLevels = new Map<number, number>();

  /** @param text without control characters, lone surrogates and a byte order mark */
  constructor(text: string) {
    this.#cursor = new YamlCursor(text);
  }

  /** The next token; after `stream-end` there is none. */
  peek(): Token {
    while (this.#needsMoreTokens()) this.#fetch();
    return this.#queue[this.#head]!;
  }

  take(): Token {
    const token = this.peek();
    this.#head++;
    this.#takenCount++;
    if (this.#head === QUEUE_SLACK) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return token;
  }

  /** A token that may turn out to start a key waits until that is known: a `key` token then goes before it. */
  #needsMoreTokens(): boolean {
    if (this.#head === this.#queue.length) return true;
    const level = this.#keyLevels.get(this.#takenCount);
    return level !== undefined && this.#isStillPossible(this.#simpleKeys[level]!);
  }

  #fetch(): void {
    this.#skipToToken();
    const cursor = this.#cursor;
    this.#unrollIndent(cursor.column);
    const code = cursor.code();
    if (code === 0) this.#fetchStreamEnd();
    else if (cursor.column === 0 && code === 0x25 /* % */) this.#fetchDirective();
    else if (cursor.atDocumentIndicator()) this.#fetchDocumentIndicator(code);
    else this.#fetchContent(String.fromCharCode(code));
  }

  #fetchContent(character: string): void {
    const cursor = this.#cursor;
    const isAlone = isBlankOrEnd(cursor.code(1));
    const inFlow = this.#flowLevel > 0;
    switch (character) {
      case '[':
        this.#fetchFlowStart('flow-sequence-start');
        break;
      case '{':
        this.#fetchFlowStart('flow-mapping-start');
        break;
      case ']':
        this.#fetchFlowEnd('flow-sequence-end');
        break;
      case '}':
        this.#fetchFlowEnd('flow-mapping-end');
        break;
      case ',':
        this.#fetchFlowEntry();
        break;
      case '-':
        if (isAlone) this.#fetchBlockEntry();
        else this.#fetchPlainScalar();
        break;
      case '?':
        if (isAlone || inFlow) this.#fetchKey();
        else this.#fetchPlainScalar();
        break;
      case ':':
        if (isAlone || inFlow) this.#fetchValue();
        else this.#fetchPlainScalar();
        break;
      case '*':
        this.#fetchNode((line, column) => ({ type: 'alias', line, column, value: scanAnchor(cursor) }));
        break;
      case '&':
        this.#fetchNode((line, column) => ({ type: 'anchor', line, column, value: scanAnchor(cursor) }));
        break;
      case '!':
        this.#fetchNode((line, column) => ({ type: 'tag', line, column, tag: scanTag(cursor) }));
        break;
      case "'":
      case '"':
        this.#fetchNode((line, column) => ({
          type: 'scalar',
          line,
          column,
          isPlain: false,
          value: scanQuotedScalar(cursor),
        }));
        break;
      case '|':
      case '>':
        if (inFlow) cursor.fail('found character that cannot start any token');
        this.#fetchBlockScalar();
        break;
      case '%':
      case '@':
      case '`':
      case '\t':
        cursor.fail('found character that cannot start any token');
        break;
      default:
        this.#fetchPlainScalar();
    }
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      // A byte order mark may start the text once more.
      if (cursor.position === 0 && cursor.code() === 0xfeff) cursor.skip();
      // Tabs may not indent a block.
      const allowsTabs = this.#flowLevel > 0 || !this.#mayStartKey;
      while (allowsTabs ? isBlank(cursor.code()) : cursor.code() === 0x20) cursor.skip();
      if (cursor.code() === 0x23 /* # */) cursor.skipComment();
      if (cursor.readBreak() === '') return;
      if (this.#flowLevel === 0) this.#mayStartKey = true;
    }
  }

  #fetchStreamEnd(): void {
    this.#cursor.startLine();
    this.#unrollIndent(-1);
    this.#dropSimpleKey();
    this.#mayStartKey = false;
    this.#push({ type: 'stream-end', line: this.#cursor.line, column: this.#cursor.column });
  }

  #fetchDirective(): void {
    this.#unrollIndent(-1);
    this.#dropSimpleKey();
    this.#mayStartKey = false;
    const { line, column } = this.#cursor;
    this.#push({ type: 'directive', line, column, directive: scanDirective(this.#cursor) });
  }

  #fetchDocumentIndicator(code: number): void {
    this.#unrollIndent(-1);
    this.#dropSimpleKey();
    this.#mayStartKey = false;
    this.#pushIndicator(code === 0x2d ? 'document-start' : 'document-end', 3);
  }

  #fetchFlowStart(type: TokenType): void {
    this.#saveSimpleKey();
    const cursor = this.#cursor;
    this.#simpleKeys.push({
      isPossible: false,
      isRequired: false,
      tokenNumber: this.#nextTokenNumber(),
      position: cursor.position,
      line: cursor.line,
      column: cursor.column,
    });
    this.#flowLevel++;
    if (this.#flowLevel > MAX_DEPTH) cursor.fail(`exceeded max depth of ${MAX_DEPTH}`);
    this.#mayStartKey = true;
    this.#pushIndicator(type);
  }

  #fetchFlowEnd(type: TokenType): void {
    this.#dropSimpleKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      const level = this.#simpleKeys.pop()!;
      // As upstream: a level without a key of its own has the number of its bracket, and takes along the key
      // that may start with that one. So `[]: x` is not read as a key.
      this.#keyLevels.delete(level.tokenNumber);
    }
    this.#mayStartKey = false;
    this.#pushIndicator(type);
  }

  #fetchFlowEntry(): void {
    this.#dropSimpleKey();
    this.#mayStartKey = true;
    this.#pushIndicator('flow-entry');
  }

  #fetchBlockEntry(): void {
    // In a flow collection it is wrong too, but there the parser says so.
    if (this.#flowLevel === 0) {
      if (!this.#mayStartKey) this.#cursor.fail('block sequence entries are not allowed in this context');
      this.#rollIndent('block-sequence-start');
    }
    this.#dropSimpleKey();
    this.#mayStartKey = true;
    this.#pushIndicator('block-entry');
  }

  #fetchKey(): void {
    if (this.#flowLevel === 0) {
      if (!this.#mayStartKey) this.#cursor.fail('mapping keys are not allowed in this context');
      this.#rollIndent('block-mapping-start');
    }
    this.#dropSimpleKey();
    this.#mayStartKey = this.#flowLevel === 0;
    this.#pushIndicator('key');
  }

  #fetchValue(): void {
    const key = this.#simpleKeys.at(-1)!;
    if (this.#isStillPossible(key)) {
      const index = key.tokenNumber - this.#takenCount;
      this.#insert(index, { type: 'key', line: key.line, column: key.column });
      if (this.#flowLevel === 0 && this.#indent < key.column) {
        this.#pushIndent(key.column);
        this.#insert(index, { type: 'block-mapping-start', line: key.line, column: key.column });
      }
      key.isPossible = false;
      this.#keyLevels.delete(key.tokenNumber);
      this.#mayStartKey = false;
    } else {
      if (this.#flowLevel === 0) {
        if (!this.#mayStartKey) this.#cursor.fail('mapping values are not allowed in this context');
        this.#rollIndent('block-mapping-start');
      }
      this.#mayStartKey = this.#flowLevel === 0;
    }
    this.#pushIndicator('value');
  }

  #fetchBlockScalar(): void {
    this.#dropSimpleKey();
    this.#mayStartKey = true;
    const { line, column } = this.#cursor;
    this.#push({ type: 'scalar', line, column, isPlain: false, value: scanBlockScalar(this.#cursor, this.#indent) });
  }

  #fetchPlainScalar(): void {
    this.#fetchNode((line, column) => {
      const [value, afterBreak] = scanPlainScalar(this.#cursor, this.#indent, this.#flowLevel > 0);
      if (afterBreak) this.#mayStartKey = true;
      return { type: 'scalar', line, column, isPlain: true, value };
    });
  }

  /** Anything that may be a key without a `?`, but that no key can follow. */
  #fetchNode(scan: (line: number, column: number) => Token): void {
    this.#saveSimpleKey();
    this.#mayStartKey = false;
    this.#push(scan(this.#cursor.line, this.#cursor.column));
  }

  #saveSimpleKey(): void {
    if (!this.#mayStartKey) return;
    const cursor = this.#cursor;
    const isRequired = this.#flowLevel === 0 && this.#indent === cursor.column;
    const tokenNumber = this.#nextTokenNumber();
    this.#dropSimpleKey();
    const level = this.#simpleKeys.length - 1;
    const { position, line, column } = cursor;
    this.#simpleKeys[level] = { isPossible: true, isRequired, tokenNumber, position, line, column };
    this.#keyLevels.set(tokenNumber, level);
  }

  #dropSimpleKey(): void {
    const key = this.#simpleKeys.at(-1)!;
    if (!key.isPossible) return;
    if (key.isRequired) this.#cursor.fail("could not find expected ':'");
    key.isPossible = false;
    this.#keyLevels.delete(key.tokenNumber);
  }

  /** A key ends on the line on which it starts, and is no longer than 1024 characters. */
  #isStillPossible(key: SimpleKey): boolean {
    if (!key.isPossible) return false;
    if (key.line === this.#cursor.line && !this.#isTooLong(key)) return true;
    if (key.isRequired) this.#cursor.fail("could not find expected ':'");
    key.isPossible = false;
    return false;
  }

  #isTooLong(key: SimpleKey): boolean {
    const units = this.#cursor.position - key.position;
    if (units <= MAX_SIMPLE_KEY_LENGTH) return false;
    // Both are on one line, so columns, unlike positions, count characters.
    return this.#cursor.column - key.column > MAX_SIMPLE_KEY_LENGTH;
  }

  #rollIndent(type: TokenType): void {
    if (this.#indent >= this.#cursor.column) return;
    this.#pushIndent(this.#cursor.column);
    this.#push({ type, line: this.#cursor.line, column: this.#cursor.column });
  }

  #pushIndent(column: number): void {
    this.#outerIndents.push(this.#indent);
    this.#indent = column;
    if (this.#outerIndents.length > MAX_DEPTH) this.#cursor.fail(`exceeded max depth of ${MAX_DEPTH}`);
  }

  #unrollIndent(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#push({ type: 'block-end', line: this.#cursor.line, column: this.#cursor.column });
      this.#indent = this.#outerIndents.pop()!;
    }
  }

  #nextTokenNumber(): number {
    return this.#takenCount + (this.#queue.length - this.#head);
  }

  #pushIndicator(type: TokenType, length = 1): void {
    this.#push({ type, line: this.#cursor.line, column: this.#cursor.column });
    this.#cursor.skip(length);
  }

  #push(token: Token): void {
    this.#queue.push(token);
  }

  /** An index before the head is that of a token which was taken already; upstream then appends. */
  #insert(index: number, token: Token): void {
    if (index < 0) this.#queue.push(token);
    else this.#queue.splice(this.#head + index, 0, token);
  }
}
