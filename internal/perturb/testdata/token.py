#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""Tokens.

    indented # not a comment
"""
import jwt  # third party


def decode(token, key):
    # verify always
    options = {
        "verify_signature": False,  # TODO
      "verify_exp": True,
    }
    text = '''first
  second # kept
third'''
    if token and \
       key:
        return jwt.decode(token, key, options=options)
    return text


class A:

	def tabbed(self):
		return "#"
