import { relative, sep } from 'node:path'
import { judgeImport, judgePlace } from './rooms.mjs'
import { judgeSql } from './sql.mjs'

const isTest = (path) => /\.test\.tsx?$|^src\/server\/testing\//.test(path)
const pathOf = (context) => relative(context.cwd, context.filename).split(sep).join('/')

/** Calls `judge(specifier, node)` for each way in which a file can import another, including types. */
function eachImport(judge) {
  const declared = (node) => node.source && judge(node.source.value, node)
  return {
    ImportDeclaration: declared,
    ExportNamedDeclaration: declared,
    ExportAllDeclaration: declared,
    TSImportType: declared,
    ImportExpression(node) {
      if (node.source.type === 'Literal') judge(node.source.value, node)
    },
  }
}

/** The project's own lint rules; rooms.mjs contains what they check. */
export default {
  meta: { name: 'house' },
  rules: {
    imports: {
      create(context) {
        const path = pathOf(context)
        return eachImport((specifier, node) => {
          const typeOnly = node.type === 'TSImportType' || node.importKind === 'type'
          const message = judgeImport(path, specifier, { typeOnly })
          if (message) context.report({ node, message })
        })
      },
    },
    'computed-imports': {
      create: (context) => ({
        ImportExpression(node) {
          if (node.source.type !== 'Literal')
            context.report({ node, message: 'Name the imported file in a plain string, so that the law can read it.' })
        },
      }),
    },
    'no-barrels': {
      create(context) {
        const refuse = (node) => {
          if (node.source)
            context.report({
              node,
              message: 'No barrels: import a thing from the file that holds it, do not pass it on.',
            })
        }
        return { ExportNamedDeclaration: refuse, ExportAllDeclaration: refuse }
      },
    },
    sql: {
      create(context) {
        const path = pathOf(context)
        if (!/^src\/(server|studio)\//.test(path) || isTest(path)) return {}
        const judge = (node, text, tagged) => {
          const message = judgeSql(context.cwd, path, text, { tagged })
          if (message) context.report({ node, message })
        }
        return {
          // a placeholder takes the place of each interpolated value
          TemplateLiteral(node) {
            const tagged = node.parent.type === 'TaggedTemplateExpression' && node.parent.tag.name === 'sql'
            judge(node, node.quasis.map(({ value }) => value.raw).join(' ? '), tagged)
          },
          Literal(node) {
            if (typeof node.value === 'string') judge(node, node.value, false)
          },
        }
      },
    },
    permissions: {
      create(context) {
        const path = pathOf(context)
        if (!/^src\/(studio|web)\//.test(path) || path.startsWith('src/studio/accounts/') || isTest(path)) return {}
        const isKind = (node) => (node.type === 'MemberExpression' ? node.property : node).name === 'kind'
        const isRole = (node) => ['user', 'teacher', 'admin'].includes(node.value)
        return {
          BinaryExpression(node) {
            if ((isKind(node.left) && isRole(node.right)) || (isRole(node.left) && isKind(node.right)))
              context.report({ node, message: 'Ask the table of permissions: may(kind, …).' })
          },
        }
      },
    },
    places: {
      create: (context) => ({
        Program(node) {
          const message = judgePlace(pathOf(context))
          if (message) context.report({ node, message })
        },
      }),
    },
  },
}
