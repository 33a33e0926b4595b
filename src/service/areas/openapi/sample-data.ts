/** The API specification of the sample workspace: the API of Lumen, a monitoring product. */

/** @param version 1.0.0, or 1.1.0, which adds an operation to silence a monitor */
function buildLumen(version: "1.0.0" | "1.1.0"): string {
  return `openapi: 3.1.0
info:
  title: Lumen API
  version: ${version}
  description: Monitors, what they measure, and the alerts that follow.
servers:
  - url: https://api.lumen.example/v1
security:
  - token: []
tags:
  - name: Monitors
  - name: Alerts
paths:
  /monitors:
    get:
      operationId: listMonitors
      summary: List monitors
      tags: [Monitors]
      parameters:
        - $ref: '#/components/parameters/Page'
      responses:
        '200':
          description: A page of monitors
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items:
                    type: array
                    items:
                      $ref: '#/components/schemas/Monitor'
                  next:
                    type: string
        '401':
          $ref: '#/components/responses/Unauthorized'
    post:
      operationId: createMonitor
      summary: Create a monitor
      tags: [Monitors]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/MonitorSettings'
      responses:
        '201':
          description: The new monitor
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Monitor'
        '401':
          $ref: '#/components/responses/Unauthorized'
${version === "1.1.0" ? silence : ""}  /monitors/{monitor}/alerts:
    parameters:
      - $ref: '#/components/parameters/Monitor'
    get:
      operationId: listAlerts
      summary: List the alerts of a monitor
      tags: [Alerts]
      parameters:
        - $ref: '#/components/parameters/Page'
      responses:
        '200':
          description: A page of alerts, the newest first
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items:
                    type: array
                    items:
                      $ref: '#/components/schemas/Alert'
                  next:
                    type: string
components:
  securitySchemes:
    token:
      type: http
      scheme: bearer
  parameters:
    Page:
      name: page
      in: query
      schema:
        type: string
    Monitor:
      name: monitor
      in: path
      required: true
      schema:
        type: string
  responses:
    Unauthorized:
      description: No valid token was sent
      content:
        application/json:
          schema:
            $ref: '#/components/schemas/Error'
  schemas:
    MonitorSettings:
      type: object
      required: [name, address]
      properties:
        name:
          type: string
          maxLength: 80
        address:
          type: string
          format: uri
        everySeconds:
          type: integer
          minimum: 10
          default: 60
        dependsOn:
          description: Monitors whose failure explains a failure of this one
          type: array
          items:
            $ref: '#/components/schemas/Monitor'
    Monitor:
      allOf:
        - $ref: '#/components/schemas/MonitorSettings'
        - type: object
          required: [id, state]
          properties:
            id:
              type: string
            state:
              enum: [up, down, unknown]
    Alert:
      type: object
      required: [id, startedAt]
      properties:
        id:
          type: string
        startedAt:
          type: string
          format: date-time
        endedAt:
          type: [string, 'null']
          format: date-time
    Error:
      type: object
      required: [message]
      properties:
        message:
          type: string
`;
}

const silence = `  /monitors/{monitor}/silence:
    parameters:
      - $ref: '#/components/parameters/Monitor'
    put:
      operationId: silenceMonitor
      summary: Raise no alerts of a monitor for a while
      tags: [Monitors]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [minutes]
              properties:
                minutes:
                  type: integer
                  minimum: 1
                  maximum: 1440
      responses:
        '204':
          description: The monitor is silent
`;

export const sampleSpecification = {
  slug: "lumen-api",
  visibility: "public",
  versions: [
    { text: buildLumen("1.0.0"), daysAgo: 64 },
    { text: buildLumen("1.1.0"), daysAgo: 6 },
  ],
} as const;
