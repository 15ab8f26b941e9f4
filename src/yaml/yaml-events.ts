import { YamlError } from './yaml-error.js';
import { type Token, type TokenType, YamlScanner } from './yaml-scanner.js';

/** One step through a document's tree; `end` closes the collection opened last. */
export interface YamlEvent {
  readonly type:
    | 'stream-end'
    | 'document-start'
    | 'document-end'
    | 'alias'
    | 'scalar'
    | 'sequence-start'
    | 'mapping-start'
    | 'end';
  /** Also what an alias refers to. */
  readonly anchor?: string | undefined;
  readonly tag?: string;
  readonly value?: string;
  readonly isPlain?: boolean;
  /** The first token of a node; absent for one that is not written, such as the value of `a:`. */
  readonly start?: Token;
}

type State = () => YamlEvent;

const END: YamlEvent = { type: 'end' };
const EMPTY_SCALAR: YamlEvent = { type: 'scalar', value: '', isPlain: true };

/**
 * Turns tokens into events by go-yaml v2's grammar. Each state reads on from where the one before it ended,
 * and the states of the collections around wait on a stack: no depth is too deep for it.
 */
export class YamlEvents {
  readonly #scanner: YamlScanner;
  readonly #tagPrefixes = new Map<string, string>();
  readonly #waiting: State[] = [];
  #state: State = () => this.#documentStart();

  /** @param text without control characters, lone surrogates and a byte order mark */
  constructor(text: string) {
    this.#scanner = new YamlScanner(text);
  }

  /** Must not be called again after `stream-end`. A document's end may be followed by the next one's start. */
  next(): YamlEvent {
    return this.#state();
  }

  #documentStart(): YamlEvent {
    if (this.#at('stream-end')) return { type: 'stream-end' };
    return this.#startDocument(this.#at('directive', 'document-start'));
  }

  /** All but the first document need their `---`. */
  #nextDocument(): YamlEvent {
    while (this.#at('document-end')) this.#scanner.take();
    this.#tagPrefixes.clear();
    if (this.#at('stream-end')) return { type: 'stream-end' };
    return this.#startDocument(true);
  }

  #startDocument(isExplicit: boolean): YamlEvent {
    if (isExplicit) {
      this.#readDirectives();
      if (!this.#at('document-start')) this.#fail('did not find expected <document start>');
      this.#scanner.take();
    }
    for (const [handle, prefix] of [
      ['!', '!'],
      ['!!', 'tag:yaml.org,2002:'],
    ] as const) {
      if (!this.#tagPrefixes.has(handle)) this.#tagPrefixes.set(handle, prefix);
    }
    this.#waiting.push(this.#documentEnd);
    this.#state = isExplicit ? this.#documentContent : this.#blockNode;
    return { type: 'document-start' };
  }

  #readDirectives(): void {
    let hasVersion = false;
    for (let token = this.#scanner.peek(); token.type === 'directive'; token = this.#scanner.peek()) {
      const directive = token.directive!;
      if (directive.kind === 'version') {
        if (hasVersion) this.#fail('found duplicate %YAML directive');
        if (directive.version !== '1.1') this.#fail('found incompatible YAML document');
        hasVersion = true;
      } else {
        if (this.#tagPrefixes.has(directive.handle)) this.#fail('found duplicate %TAG directive');
        this.#tagPrefixes.set(directive.handle, directive.prefix);
      }
      this.#scanner.take();
    }
  }

  readonly #documentContent: State = () => {
    if (this.#at('directive', 'document-start', 'document-end', 'stream-end')) return this.#leave(EMPTY_SCALAR);
    return this.#node(true, false);
  };

  readonly #documentEnd: State = () => {
    this.#scanner.peek();
    this.#state = () => this.#nextDocument();
    return { type: 'document-end' };
  };

  readonly #blockNode: State = () => this.#node(true, false);

  readonly #blockSequenceFirst: State = () => {
    this.#scanner.take();
    return this.#blockSequence();
  };

  readonly #blockSequence: State = () => {
    if (this.#at('block-entry')) {
      this.#scanner.take();
      if (!this.#at('block-entry', 'block-end')) return this.#enter(this.#blockSequence, true, false);
      this.#state = this.#blockSequence;
      return EMPTY_SCALAR;
    }
    if (!this.#at('block-end')) this.#fail("did not find expected '-' indicator");
    this.#scanner.take();
    return this.#leave(END);
  };

  /** A sequence that is a mapping's value may be indented no further than the key. */
  readonly #indentlessSequence: State = () => {
    if (!this.#at('block-entry')) return this.#leave(END);
    this.#scanner.take();
    if (!this.#at('block-entry', 'key', 'value', 'block-end'))
      return this.#enter(this.#indentlessSequence, true, false);
    this.#state = this.#indentlessSequence;
    return EMPTY_SCALAR;
  };

  readonly #blockMappingFirst: State = () => {
    this.#scanner.take();
    return this.#blockMappingKey();
  };

  readonly #blockMappingKey: State = () => {
    if (this.#at('key')) {
      this.#scanner.take();
      if (!this.#at('key', 'value', 'block-end')) return this.#enter(this.#blockMappingValue, true, true);
      this.#state = this.#blockMappingValue;
      return EMPTY_SCALAR;
    }
    if (!this.#at('block-end')) this.#fail('did not find expected key');
    this.#scanner.take();
    return this.#leave(END);
  };

  readonly #blockMappingValue: State = () => {
    if (this.#at('value')) {
      this.#scanner.take();
      if (!this.#at('key', 'value', 'block-end')) return this.#enter(this.#blockMappingKey, true, true);
    }
    this.#state = this.#blockMappingKey;
    return EMPTY_SCALAR;
  };

  readonly #flowSequenceFirst: State = () => {
    this.#scanner.take();
    return this.#flowSequenceEntry();
  };

  readonly #flowSequence: State = () => {
    if (!this.#at('flow-sequence-end')) this.#takeComma("did not find expected ',' or ']'");
    return this.#flowSequenceEntry();
  };

  #flowSequenceEntry(): YamlEvent {
    if (this.#at('key')) {
      const start = this.#scanner.take();
      this.#state = this.#flowPairKey;
      return { type: 'mapping-start', start };
    }
    if (!this.#at('flow-sequence-end')) return this.#enter(this.#flowSequence, false, false);
    this.#scanner.take();
    return this.#leave(END);
  }

  /** A pair within a flow sequence is a mapping by itself: `[a: b]`. */
  readonly #flowPairKey: State = () => {
    if (!this.#at('value', 'flow-entry', 'flow-sequence-end')) return this.#enter(this.#flowPairValue, false, false);
    // As upstream, which takes the token though it belongs to what comes.
    this.#scanner.take();
    this.#state = this.#flowPairValue;
    return EMPTY_SCALAR;
  };

  readonly #flowPairValue: State = () => {
    if (this.#at('value')) {
      this.#scanner.take();
      if (!this.#at('flow-entry', 'flow-sequence-end')) return this.#enter(this.#flowPairEnd, false, false);
    }
    this.#state = this.#flowPairEnd;
    return EMPTY_SCALAR;
  };

  readonly #flowPairEnd: State = () => {
    this.#scanner.peek();
    this.#state = this.#flowSequence;
    return END;
  };

  readonly #flowMappingFirst: State = () => {
    this.#scanner.take();
    return this.#flowMappingEntry();
  };

  readonly #flowMapping: State = () => {
    if (!this.#at('flow-mapping-end')) this.#takeComma("did not find expected ',' or '}'");
    return this.#flowMappingEntry();
  };

  #flowMappingEntry(): YamlEvent {
    if (this.#at('key')) {
      this.#scanner.take();
      if (!this.#at('value', 'flow-entry', 'flow-mapping-end'))
        return this.#enter(this.#flowMappingValue, false, false);
      this.#state = this.#flowMappingValue;
      return EMPTY_SCALAR;
    }
    if (!this.#at('flow-mapping-end')) return this.#enter(this.#flowMappingNoValue, false, false);
    this.#scanner.take();
    return this.#leave(END);
  }

  readonly #flowMappingValue: State = () => {
    if (this.#at('value')) {
      this.#scanner.take();
      if (!this.#at('flow-entry', 'flow-mapping-end')) return this.#enter(this.#flowMapping, false, false);
    }
    this.#state = this.#flowMapping;
    return EMPTY_SCALAR;
  };

  readonly #flowMappingNoValue: State = () => {
    this.#scanner.peek();
    this.#state = this.#flowMapping;
    return EMPTY_SCALAR;
  };

  #node(isBlock: boolean, mayBeIndentless: boolean): YamlEvent {
    const start = this.#scanner.peek();
    if (this.#at('alias')) return this.#leave({ type: 'alias', anchor: this.#scanner.take().value, start });
    let anchor: string | undefined;
    let tagToken: Token | undefined;
    if (this.#at('anchor')) {
      anchor = this.#scanner.take().value;
      if (this.#at('tag')) tagToken = this.#scanner.take();
    } else if (this.#at('tag')) {
      tagToken = this.#scanner.take();
      if (this.#at('anchor')) anchor = this.#scanner.take().value;
    }
    const token = this.#scanner.peek();
    const tag = tagToken === undefined ? '' : this.#resolveTag(tagToken);
    if (token.type === 'scalar') {
      this.#scanner.take();
      const isPlain = tag === '!' || (tag === '' && token.isPlain === true);
      return this.#leave({ type: 'scalar', anchor, tag, value: token.value!, isPlain, start });
    }
    const content = this.#collection(token.type, isBlock, mayBeIndentless);
    if (content !== undefined) {
      this.#state = content[1];
      return { type: content[0], anchor, start };
    }
    if (anchor !== undefined || tag !== '') {
      return this.#leave({ type: 'scalar', anchor, tag, value: '', isPlain: tag === '', start });
    }
    return this.#fail('did not find expected node content');
  }

  #collection(
    type: TokenType,
    isBlock: boolean,
    mayBeIndentless: boolean,
  ): ['sequence-start' | 'mapping-start', State] | undefined {
    if (type === 'block-entry' && mayBeIndentless) return ['sequence-start', this.#indentlessSequence];
    if (type === 'flow-sequence-start') return ['sequence-start', this.#flowSequenceFirst];
    if (type === 'flow-mapping-start') return ['mapping-start', this.#flowMappingFirst];
    if (type === 'block-sequence-start' && isBlock) return ['sequence-start', this.#blockSequenceFirst];
    if (type === 'block-mapping-start' && isBlock) return ['mapping-start', this.#blockMappingFirst];
    return undefined;
  }

  #resolveTag(token: Token): string {
    const { handle, suffix } = token.tag!;
    if (handle === '') return suffix;
    const prefix = this.#tagPrefixes.get(handle);
    const tag = prefix === undefined ? '' : prefix + suffix;
    return tag === '' ? this.#failAt(token, 'found undefined tag handle') : tag;
  }

  /** Reads a node; its collection goes on in `then`. */
  #enter(then: State, isBlock: boolean, mayBeIndentless: boolean): YamlEvent {
    this.#waiting.push(then);
    return this.#node(isBlock, mayBeIndentless);
  }

  #leave(event: YamlEvent): YamlEvent {
    this.#state = this.#waiting.pop()!;
    return event;
  }

  #takeComma(problem: string): void {
    if (!this.#at('flow-entry')) this.#fail(problem);
    this.#scanner.take();
  }

  // Not a rest parameter: this is where the reader spends its time.
  #at(first: TokenType, second?: TokenType, third?: TokenType, fourth?: TokenType): boolean {
    const { type } = this.#scanner.peek();
    return type === first || type === second || type === third || type === fourth;
  }

  #fail(problem: string): never {
    return this.#failAt(this.#scanner.peek(), problem);
  }

  /** Of a problem of grammar, go-yaml tells the line before it (it counts from 0), and nothing on the first. */
  #failAt(token: Token, problem: string): never {
    throw new YamlError(`yaml: ${token.line > 0 ? `line ${token.line}: ` : ''}${problem}`, {
      problem,
      line: token.line + 1,
      column: token.column + 1,
    });
  }
}
