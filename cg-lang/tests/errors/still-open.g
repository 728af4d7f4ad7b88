pass + 1
