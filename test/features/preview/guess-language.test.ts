/** Language of a text by its script. */
import { expect, test } from "vitest";
import { guessLanguage } from "../../../src/features/preview/guess-language.ts";

test.each([
  ["# ברוכים הבאים\n\nה-API של Invoice מאפשר ליצור מסמכים", "he"],
  ["# محتويات\n\n* [المقدمة](README.md)\n* [التركيب](install.md)", "ar"],
  ["* [项目简介](README.md)\n* [下载与安装教程](i/README.md)", "zh"],
  ["# インストール\n\n設定を開き、環境変数を追加します", "ja"],
  ["# 시작하기\n\n설치 방법", "ko"],
  // Persian and Urdu have no code.
  ["# راهنما\n\nچگونه گزینه را پیدا کنیم", undefined],
  ["# Welcome\n\nThe word שלום", undefined],
  ["# Привет", undefined],
  ["1. 2. 3.", undefined],
  // Three of ten letters, and one syllable in ten letters for Japanese.
  ["시작하abcdefg", "ko"],
  ["시작abcdefgh", undefined],
  ["の環境変数設定定設数", "ja"],
  ["の環境変数設定定設数境境", "zh"],
  ["環境変abcdefg", "zh"],
  ["שלוabcdefg", "he"],
  ["محتabcdefg", "ar"],
  ["محabcdefgh", undefined],
])("%j is in %s", (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});
