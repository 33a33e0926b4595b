import { expect, test } from "vitest";
import { parseFormerOperation } from "../../src/document/former-api.ts";
import { parseMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../src/document/published-blocks.ts";

test.each<[string, readonly unknown[]]>([
  [
    '{% api-method method="get" host="https://h" path="/p" %}\n{% api-method-summary %}\nSum\n{% endapi-method-summary %}\n\n{% api-method-description %}\nDesc *x*\n{% endapi-method-description %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" required=true %}\nthe id\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n\n{% api-method-query-parameters %}\n{% api-method-parameter name="q" type="number" required=false %}\n\n{% endapi-method-parameter %}\n{% endapi-method-query-parameters %}\n\n{% api-method-headers %}\n{% api-method-parameter name="h" %}\nx\n{% endapi-method-parameter %}\n{% endapi-method-headers %}\n\n{% api-method-body-parameters %}\n{% api-method-parameter name="b" type="object" %}\ny\n{% endapi-method-parameter %}\n{% endapi-method-body-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nOK\n{% endapi-method-response-example-description %}\n\n```\n{"a":1}\n```\n{% endapi-method-response-example %}\n\n{% api-method-response-example httpCode=404 %}\n```\nno\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
    [
      {
        method: "GET",
        path: "/p",
        isDeprecated: false,
        server: "https://h",
        security: [],
        summary: "Sum",
        description: [
          {
            object: "block",
            type: "paragraph",
            nodes: [
              {
                object: "text",
                leaves: [
                  { object: "leaf", text: "Desc ", marks: [] },
                  { object: "leaf", text: "x", marks: [{ object: "mark", type: "italic" }] },
                ],
              },
            ],
          },
        ],
        parameters: [
          {
            location: "path",
            fields: [
              {
                name: "id",
                type: "string",
                isRequired: true,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [
                      { object: "text", leaves: [{ object: "leaf", text: "the id", marks: [] }] },
                    ],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "query",
            fields: [
              {
                name: "q",
                type: "number",
                isRequired: false,
                isDeprecated: false,
                description: [],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "header",
            fields: [
              {
                name: "h",
                type: "",
                isRequired: false,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x", marks: [] }] }],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "body",
            fields: [
              {
                name: "b",
                type: "object",
                isRequired: false,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "y", marks: [] }] }],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
        ],
        responses: [
          {
            status: "200",
            description: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "OK", marks: [] }] }],
              },
              {
                object: "block",
                type: "code",
                data: {},
                nodes: [
                  {
                    object: "block",
                    type: "code-line",
                    data: {},
                    nodes: [
                      { object: "text", leaves: [{ object: "leaf", text: '{"a":1}', marks: [] }] },
                    ],
                  },
                ],
              },
            ],
            media: [],
          },
          {
            status: "404",
            description: [
              {
                object: "block",
                type: "code",
                data: {},
                nodes: [
                  {
                    object: "block",
                    type: "code-line",
                    data: {},
                    nodes: [
                      { object: "text", leaves: [{ object: "leaf", text: "no", marks: [] }] },
                    ],
                  },
                ],
              },
            ],
            media: [],
          },
        ],
      },
    ],
  ],
  [
    '{% swagger method="post" path="/p" baseUrl="https://h" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="id" type="string" required="true" %}\nthe *id*\n{% endswagger-parameter %}\n\n{% swagger-parameter in="query" name="q" %}\n\n{% endswagger-parameter %}\n\n{% swagger-parameter in="body" name="b" type="x" required="false" %}\nb\n{% endswagger-parameter %}\n\n{% swagger-parameter in="header" name="h" %}\nh\n{% endswagger-parameter %}\n\n{% swagger-parameter in="cookie" name="c" %}\nh\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="fine" %}\n```\na\n```\n{% endswagger-response %}\n\n{% swagger-response status="404" description="" %}\n\n{% endswagger-response %}\n{% endswagger %}',
    [
      {
        method: "POST",
        path: "/p",
        summary: "S",
        isDeprecated: false,
        server: "https://h",
        security: [],
        description: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "D", marks: [] }] }],
          },
        ],
        parameters: [
          {
            location: "path",
            fields: [
              {
                name: "id",
                type: "string",
                isRequired: true,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [
                      {
                        object: "text",
                        leaves: [
                          { object: "leaf", text: "the ", marks: [] },
                          {
                            object: "leaf",
                            text: "id",
                            marks: [{ object: "mark", type: "italic" }],
                          },
                        ],
                      },
                    ],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "query",
            fields: [
              {
                name: "q",
                type: "",
                isRequired: false,
                isDeprecated: false,
                description: [],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "body",
            fields: [
              {
                name: "b",
                type: "x",
                isRequired: false,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "b", marks: [] }] }],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "header",
            fields: [
              {
                name: "h",
                type: "",
                isRequired: false,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "h", marks: [] }] }],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
          {
            location: "cookie",
            fields: [
              {
                name: "c",
                type: "",
                isRequired: false,
                isDeprecated: false,
                description: [
                  {
                    object: "block",
                    type: "paragraph",
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "h", marks: [] }] }],
                  },
                ],
                rules: [],
                fields: [],
              },
            ],
          },
        ],
        responses: [
          {
            status: "200: OK",
            description: [
              {
                object: "block",
                type: "paragraph",
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "fine", marks: [] }] }],
              },
              {
                object: "block",
                type: "code",
                data: {},
                nodes: [
                  {
                    object: "block",
                    type: "code-line",
                    data: {},
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "a", marks: [] }] }],
                  },
                ],
              },
            ],
            media: [],
          },
          { status: "404", description: [], media: [] },
        ],
      },
    ],
  ],
  ['{% swagger src="a.yaml" path="/p" method="get" %}\nx\n{% endswagger %}', [null]],
])("%s is read as an operation", (markdown, operations) => {
  const { nodes } = parseMarkdown(markdown);
  expect(nodes.map((node) => parseFormerOperation(node) ?? null)).toEqual(operations);
});

test.each([
  [
    '{% api-method method="get" host="https://h" path="/p" %}\n{% api-method-summary %}\nSum\n{% endapi-method-summary %}\n\n{% api-method-description %}\nDesc *x*\n{% endapi-method-description %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" required=true %}\nthe id\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n\n{% api-method-query-parameters %}\n{% api-method-parameter name="q" type="number" required=false %}\n\n{% endapi-method-parameter %}\n{% endapi-method-query-parameters %}\n\n{% api-method-headers %}\n{% api-method-parameter name="h" %}\nx\n{% endapi-method-parameter %}\n{% endapi-method-headers %}\n\n{% api-method-body-parameters %}\n{% api-method-parameter name="b" type="object" %}\ny\n{% endapi-method-parameter %}\n{% endapi-method-body-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nOK\n{% endapi-method-response-example-description %}\n\n```\n{"a":1}\n```\n{% endapi-method-response-example %}\n\n{% api-method-response-example httpCode=404 %}\n```\nno\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
    '**Sum**\n\n`GET https://h/p`\n\nDesc _x_\n\n**Path parameters**\n\n| Name                 | Type   | Description |\n| :------------------- | :----- | :---------- |\n| `id`_&#x20;required_ | string | the id      |\n\n**Query parameters**\n\n| Name | Type   | Description |\n| :--- | :----- | :---------- |\n| `q`  | number |             |\n\n**Header parameters**\n\n| Name | Type | Description |\n| :--- | :--- | :---------- |\n| `h`  |      | x           |\n\n**Body parameters**\n\n| Name | Type   | Description |\n| :--- | :----- | :---------- |\n| `b`  | object | y           |\n\n**Responses**\n\n`200`\n\nOK\n\n```\n{"a":1}\n```\n\n`404`\n\n```\nno\n```\n',
  ],
  ['{% swagger method="get" path="/p" %}\n{% endswagger %}', "`GET /p`\n"],
  ["{% api-method %}\nx\n{% endapi-method %}", "`GET`\n"],
  [
    '{% swagger baseUrl="https://h/" path="p" method="PUT" expanded="true" summary="" %}\ntext\n{% endswagger %}',
    "`PUT https://h/p`\n\ntext\n",
  ],
  [
    '{% swagger baseUrl="https://h" path="/p" method="get" %}\n{% endswagger %}',
    "`GET https://h/p`\n",
  ],
  [
    '{% swagger baseUrl="https://h/" path="" method="get" %}\n{% endswagger %}',
    "`GET https://h`\n",
  ],
  ['{% swagger baseUrl="" path="p" method="get" %}\n{% endswagger %}', "`GET p`\n"],
])("%s is published as paragraphs and tables", (markdown, expected) => {
  const published = inPublishedBlocks(parseMarkdown(markdown), (url) => ({ kind: "url", url }));
  expect(writeMarkdown(published)).toBe(expected);
});

/** The names of the parameters of a former block by their location. */
function listParameters(markdown: string): Readonly<Record<string, readonly string[]>> {
  const operations = parseMarkdown(markdown).nodes.map((node) => parseFormerOperation(node));
  const groups = operations.flatMap((operation) => operation?.parameters ?? []);
  return Object.fromEntries(
    groups.map(({ location, fields }) => [location, fields.map(({ name }) => name)]),
  );
}

test.each([
  ["path-parameters", "path"],
  ["query-parameters", "query"],
  ["headers", "header"],
  ["cookie-parameters", "cookie"],
  ["body-parameters", "body"],
  ["form-data-parameters", "form-data"],
])(
  "parameters in api-method-%s have the location %s, unless they name another",
  (tag, location) => {
    const parameter = (attributes: string) =>
      `{% api-method-parameter ${attributes} %}\nx\n{% endapi-method-parameter %}\n\n`;
    const markdown = `{% api-method method="get" path="/p" %}
{% api-method-${tag} %}
${parameter('name="a"')}${parameter('name="b" in="other"')}${parameter('name="c"')}
{% endapi-method-${tag} %}
{% endapi-method %}`;
    expect(listParameters(markdown)).toEqual({ [location]: ["a", "c"], other: ["b"] });
  },
);
