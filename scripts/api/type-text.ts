// Types as a user reads them: without what only leads the compiler to a message, and with the package's internal names
// replaced by what they stand for.
import ts from '@typescript/typescript6';

export interface TypeTexts {
  /** A type as it is declared, on one line. */
  readonly ofNode: (node: ts.TypeNode) => string;
  /** A type that the compiler infers. */
  readonly ofSymbol: (symbol: ts.Symbol, at: ts.Node) => string;
  /** What an alias stands for, worked out. */
  readonly ofAlias: (node: ts.TypeAliasDeclaration) => string;
  /** The declaration behind a name; undefined for type parameters and for what isn't a name. */
  readonly declarationOf: (node: ts.TypeNode | ts.ExpressionWithTypeArguments) => ts.Declaration | undefined;
}

/** A name stays a name where what it manages is longer than this. */
const LONGEST = 160;
/** Types that are their first argument, and refuse something or only flatten it. */
const wrappers: ReadonlySet<string> = new Set(['Ruled', 'Given', 'NoInfer', 'OneOf', 'OneOfOci', 'Flat']);
/** Parts of an intersection that only refuse, or that the compiler infers from. */
const silent: ReadonlySet<string> = new Set(['InferredSettings', 'LivesIn', 'NamespaceSaid', 'ReleasesOf', 'Exact']);

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

const nameOf = (node: ts.Node): string =>
  ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) ? node.typeName.text : '';

/** A branch that only refuses: it holds a sentence for the compiler to say. */
const isRefusal = (node: ts.TypeNode): boolean => nameOf(node) === 'TypeMismatch';

/** A sentence for the compiler to say, in place of a type that nothing is of. */
const isSentence = (node: ts.Node): boolean =>
  ts.isTemplateLiteralTypeNode(node) && node.head.text.startsWith('fluxspan: ');

/** A condition that adds nothing in one branch, or that only makes an argument optional. */
const isSaidTwice = ({ trueType, falseType }: ts.ConditionalTypeNode): boolean =>
  falseType.kind === ts.SyntaxKind.UnknownKeyword || (ts.isTupleTypeNode(trueType) && ts.isTupleTypeNode(falseType));

/** @param isPublic whether the reference shows a declaration by its name */
export const openTypeTexts = (checker: ts.TypeChecker, isPublic: (symbol: ts.Symbol) => boolean): TypeTexts => {
  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
    const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };
  const declarationOf = (node: ts.TypeNode | ts.ExpressionWithTypeArguments): ts.Declaration | undefined => {
    const declaration = symbolOf(node)?.declarations?.[0];
    return declaration === undefined || ts.isTypeParameterDeclaration(declaration) ? undefined : declaration;
  };
  /** What an internal name stands for, where that is short; a name with parameters has its arguments in their place. */
  const bodyOf = (node: ts.TypeReferenceNode): string | undefined => {
    const symbol = symbolOf(node);
    const declaration = symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined || isPublic(symbol)) return undefined;
    if (!ts.isTypeAliasDeclaration(declaration) || !declaration.getSourceFile().fileName.includes('/src/'))
      return undefined;
    const text = declaration.type.getText();
    if (text.length > LONGEST || /\b(?:infer|typeof)\b|\[\w+ in /.test(text)) return undefined;
    const named = (declaration.typeParameters ?? []).map(
      ({ name }, index) => [name.text, node.typeArguments?.[index]] as const,
    );
    const body = named.reduce(
      (result, [name, argument]) =>
        argument === undefined
          ? result
          : result.replaceAll(new RegExp(`\\b${name}\\b(?!\\??:)`, 'g'), () => ofNode(argument)),
      ofNode(declaration.type),
    );
    return / [|&?] /.test(body) && !/^\{[^{}]*\}$/.test(body) ? `(${body})` : body;
  };
  const simplified = (root: ts.TypeNode): ts.TypeNode => {
    const visit =
      (context: ts.TransformationContext) =>
      (node: ts.Node): ts.Node => {
        const next = visit(context);
        if (wrappers.has(nameOf(node))) return next((node as ts.TypeReferenceNode).typeArguments![0]!);
        if (isSentence(node)) return ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
        if (ts.isConditionalTypeNode(node) && isRefusal(node.trueType)) return next(node.falseType);
        if (ts.isConditionalTypeNode(node) && isRefusal(node.falseType)) return next(node.trueType);
        if (ts.isConditionalTypeNode(node) && isSaidTwice(node)) {
          return next(node.falseType.kind === ts.SyntaxKind.UnknownKeyword ? node.trueType : node.falseType);
        }
        if (ts.isIntersectionTypeNode(node)) {
          const said = node.types.filter((part) => !silent.has(nameOf(part)));
          if (said.length === 1) return next(said[0]!);
          if (said.length < node.types.length) {
            return ts.factory.createIntersectionTypeNode(said.map((part) => next(part) as ts.TypeNode));
          }
        }
        const body = ts.isTypeReferenceNode(node) ? bodyOf(node) : undefined;
        // The text of another file, which a printer of this one can't print as nodes.
        return body === undefined ? ts.visitEachChild(node, next, context) : ts.factory.createTypeReferenceNode(body);
      };
    return ts.transform(root, [(context) => (node) => visit(context)(node) as ts.TypeNode]).transformed[0]!;
  };
  const ofNode = (node: ts.TypeNode): string =>
    oneLine(printer.printNode(ts.EmitHint.Unspecified, simplified(node), node.getSourceFile()));
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
  return {
    ofNode,
    ofSymbol: (symbol, at) => oneLine(checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, at), at, flags)),
    ofAlias: (node) =>
      oneLine(checker.typeToString(checker.getTypeAtLocation(node), undefined, flags | ts.TypeFormatFlags.InTypeAlias)),
    declarationOf,
  };
};

const oneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('; }', ' }')
    .replaceAll(/import\('[^']*'\)\.|import\("[^"]*"\)\./g, '')
    .replaceAll(/\breadonly (?=(?:[\w$]+\??:|\[\w+ in ))/g, '')
    .replaceAll(/\((\w+)\)/g, (whole, _name, at: number, all: string) =>
      /[\w>]/.test(all[at - 1] ?? '') ? whole : whole.slice(1, -1),
    )
    .replaceAll(/\( /g, '(')
    .replaceAll(/ \)/g, ')')
    .replaceAll('"', "'")
    .replace(/^\| /, '')
    .replace(/^\((.*)\)$/, (whole, inner: string) => (/[()]/.test(inner) ? whole : inner));
